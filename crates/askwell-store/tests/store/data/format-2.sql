-- What the second format adds to the first: files in chunks. Applied after format-1.sql. Never changed.
BEGIN;
PRAGMA user_version = 2;
CREATE TABLE upload_files (
    number INTEGER PRIMARY KEY,
    id BLOB NOT NULL,
    name TEXT NOT NULL,
    size INTEGER NOT NULL,
    reserved INTEGER NOT NULL,
    active_at INTEGER,
    UNIQUE (id, name)
) STRICT;
INSERT INTO upload_files VALUES(1,X'01A3185C500070008000000000000002','chunked',5,0,NULL);
INSERT INTO upload_files VALUES(2,X'01A3185C500070008000000000000002','unfinished',2,9,1800000000000);
CREATE INDEX upload_files_unfinished ON upload_files (active_at) WHERE active_at IS NOT NULL;
CREATE TABLE upload_chunks (
    number INTEGER PRIMARY KEY,
    file INTEGER NOT NULL,
    position INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    UNIQUE (file, position)
) STRICT;
INSERT INTO upload_chunks VALUES(1,1,0,X'010203');
INSERT INTO upload_chunks VALUES(2,1,3,X'0405');
INSERT INTO upload_chunks VALUES(3,2,0,X'0607');
COMMIT;
