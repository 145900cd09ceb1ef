"""Where requests go: an address in its parts, the proxy on the way there, and the certificates that count."""

from __future__ import annotations

import base64
import os
import ssl
import sys
import urllib.request
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import unquote, urlsplit

from .http_message import ConnectError

# Where systems keep the certificates of authorities, if OpenSSL was built for another one.
_AUTHORITIES = (
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/pki/tls/cert.pem",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
)


@dataclass(frozen=True)
class Origin:
    """A server: what connections are kept by."""

    is_tls: bool
    host: str
    port: int


@dataclass(frozen=True)
class Target:
    """An address."""

    origin: Origin
    location: str
    """Path and query."""
    host: str
    """What the `host` header says."""


@dataclass(frozen=True)
class Proxy:
    """A proxy that the environment names."""

    origin: Origin
    authorization: str | None
    """The header that identifies this program to it."""

    @property
    def headers(self) -> tuple[tuple[str, str], ...]:
        """The headers for the proxy."""
        return () if self.authorization is None else (("proxy-authorization", self.authorization),)


@lru_cache(maxsize=256)
def target_of(url: str) -> Target:
    """Returns the parts of an address. Raises `ConnectError` if it is none."""
    try:
        parts = urlsplit(url)
        origin = _origin_of(parts.scheme, parts.hostname, parts.port)
    except ValueError as error:
        raise ConnectError(f"{url!r} is no address: {error}") from error
    location = parts.path or "/"
    if parts.query:
        location = f"{location}?{parts.query}"
    return Target(origin, location, authority_of(origin))


def authority_of(origin: Origin) -> str:
    """Returns host and port as a header has them. The port of the scheme is left out."""
    host = f"[{origin.host}]" if ":" in origin.host else origin.host
    return host if origin.port == (443 if origin.is_tls else 80) else f"{host}:{origin.port}"


def proxy_of(origin: Origin) -> Proxy | None:
    """Returns the proxy that the environment names for a server. None leads to this machine. Raises `ConnectError`."""
    if origin.host in ("127.0.0.1", "localhost", "::1") or urllib.request.proxy_bypass(origin.host):
        return None
    found = urllib.request.getproxies().get("https" if origin.is_tls else "http")
    if not found:
        return None
    try:
        parts = urlsplit(found if "://" in found else f"http://{found}")
        proxy = _origin_of(parts.scheme, parts.hostname, parts.port)
    except ValueError as error:
        raise ConnectError(f"the proxy of the environment is no http:// or https:// address: {error}") from error
    if parts.username is None:
        return Proxy(proxy, None)
    identity = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
    return Proxy(proxy, f"Basic {base64.b64encode(identity.encode()).decode()}")


def tls_context() -> ssl.SSLContext:
    """Returns the settings of TLS: SSL_CERT_FILE and SSL_CERT_DIR count, or else what the system trusts."""
    file, folder = os.environ.get("SSL_CERT_FILE") or None, os.environ.get("SSL_CERT_DIR") or None
    return _tls_context(file, folder)


@lru_cache(maxsize=8)
def _tls_context(file: str | None, folder: str | None) -> ssl.SSLContext:
    if sys.platform in ("darwin", "win32") and file is None and folder is None:
        # OpenSSL does not know the authorities of these systems.
        import truststore

        native: ssl.SSLContext = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        native.set_alpn_protocols(["http/1.1"])
        return native
    try:
        context = ssl.create_default_context(cafile=file, capath=folder)
    except OSError as error:
        raise ConnectError(f"the certificates of SSL_CERT_FILE or SSL_CERT_DIR cannot be read: {error}") from error
    if file is None and folder is None:
        known = ssl.get_default_verify_paths()
        if not (known.cafile or known.capath):
            found = next(filter(os.path.isfile, _AUTHORITIES), None)
            if found is not None:
                context.load_verify_locations(found)
    context.set_alpn_protocols(["http/1.1"])
    return context


def _origin_of(scheme: str, host: str | None, port: int | None) -> Origin:
    if scheme not in ("http", "https"):
        raise ValueError(f"{scheme or 'no scheme'} is not http or https")
    if not host:
        raise ValueError("it has no host")
    if not host.isascii():
        host = host.encode("idna").decode("ascii")
    is_tls = scheme == "https"
    return Origin(is_tls, host, port or (443 if is_tls else 80))
