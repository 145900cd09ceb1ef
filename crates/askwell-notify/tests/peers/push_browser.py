"""A browser's side of Web Push, by libraries that have nothing to do with this project.

`keys` prints the keys of a new browser. `open` reads a request as JSON from the standard input, verifies who sent it,
decrypts it, and prints what it found.
"""

import base64
import json
import sys

import http_ece
import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def keys():
    private = ec.generate_private_key(ec.SECP256R1())
    point = private.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    number = private.private_numbers().private_value.to_bytes(32, "big")
    print(json.dumps({"private": encode(number), "p256dh": encode(point), "auth": encode(b"sixteen bytes ok")}))


def open_message():
    request = json.load(sys.stdin)
    private = ec.derive_private_key(int.from_bytes(decode(request["private"]), "big"), ec.SECP256R1())
    message = http_ece.decrypt(
        decode(request["body"]), private_key=private, auth_secret=decode(request["auth"]), version="aes128gcm"
    )
    scheme, rest = request["authorization"].split(" ", 1)
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(parts["k"]))
    claims = jwt.decode(parts["t"], point, algorithms=["ES256"], audience=request["audience"])
    print(json.dumps({"scheme": scheme, "key": parts["k"], "claims": claims, "message": json.loads(message)}))


{"keys": keys, "open": open_message}[sys.argv[1]]()
