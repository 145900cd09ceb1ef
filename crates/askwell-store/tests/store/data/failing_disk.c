/* A disk that fails to sync while the file named by DISK_FAILS exists, and then loses what it was to sync:
 * preloaded into a process, in place of the C library's functions. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A write that has not been synced, and what was there before. */
struct unsynced {
    struct unsynced *earlier;
    dev_t device;
    ino_t file;
    off_t offset, size_before;
    ssize_t length;
    char *before;
};

static struct unsynced *latest;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);

__attribute__((constructor)) static void find_real_ones(void) {
    real_pwrite = (ssize_t (*)(int, const void *, size_t, off_t))dlsym(RTLD_NEXT, "pwrite64");
    real_fsync = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    real_fdatasync = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
}

static void remember(int fd, size_t length, off_t offset) {
    struct stat now;
    struct unsynced *one = malloc(sizeof *one);
    if (!one || fstat(fd, &now) != 0) abort();
    one->before = malloc(length ? length : 1);
    if (!one->before) abort();
    one->length = pread(fd, one->before, length, offset);
    if (one->length < 0) one->length = 0;
    one->device = now.st_dev;
    one->file = now.st_ino;
    one->offset = offset;
    one->size_before = now.st_size;
    one->earlier = latest;
    latest = one;
}

/* Forgets what one file has unsynced; a failed sync puts back what was there before. */
static void settle(int fd, int lost) {
    struct stat now;
    if (fstat(fd, &now) != 0) return;
    for (struct unsynced **place = &latest; *place;) {
        struct unsynced *one = *place;
        if (one->device != now.st_dev || one->file != now.st_ino) {
            place = &one->earlier;
            continue;
        }
        if (lost) {
            if (real_pwrite(fd, one->before, one->length, one->offset) != one->length) abort();
            if (ftruncate(fd, one->size_before) != 0) abort();
        }
        *place = one->earlier;
        free(one->before);
        free(one);
    }
}

static int sync_or_fail(int fd, int (*real)(int)) {
    const char *fails = getenv("DISK_FAILS");
    int failed = fails && access(fails, F_OK) == 0;
    pthread_mutex_lock(&lock);
    int result = failed ? -1 : real(fd);
    settle(fd, result != 0);
    pthread_mutex_unlock(&lock);
    if (failed) errno = EIO;
    return result;
}

int fsync(int fd) { return sync_or_fail(fd, real_fsync); }

int fdatasync(int fd) { return sync_or_fail(fd, real_fdatasync); }

ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t offset) {
    pthread_mutex_lock(&lock);
    remember(fd, length, offset);
    ssize_t written = real_pwrite(fd, bytes, length, offset);
    pthread_mutex_unlock(&lock);
    return written;
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
    return pwrite64(fd, bytes, length, offset);
}
