"""The certificate with which phones are served: browsers lend a microphone to encrypted pages only.

It is made here and nobody vouches for it, so each phone asks once whether to go on.
"""

import ipaddress
import socket
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from companion.base.atomic_files import write_whole
from companion.web.lan import NoPort
from engine.phrase import phrase

FILE = "page-certificate.pem"
GOOD_DAYS, LEFT_DAYS = 397, 30
"""Days it is good for, as long as browsers take any, and days before the end at which another is made."""


def certificate_for(folder: Path, address: str) -> Path:
    """The file with certificate and key for an address of this computer, made anew when there is none that fits.

    Raises:
        NoPort: It cannot be written.
    """
    path = folder / FILE
    if not _fits(path, address):
        try:
            write_whole(path, _made(address))
        except OSError as problem:
            reason = f"{problem.strerror}"
            raise NoPort(phrase("The page's certificate cannot be kept: {reason}.", reason=reason)) from problem
    return path


def _fits(path: Path, address: str) -> bool:
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(path, password="")  # nobody is asked for one
        kept = x509.load_pem_x509_certificate(path.read_bytes())
        names = kept.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, x509.ExtensionNotFound):
        return False
    here = ipaddress.ip_address(address) in names.get_values_for_type(x509.IPAddress)
    now = datetime.now(UTC)
    return here and kept.not_valid_before_utc < now < kept.not_valid_after_utc - timedelta(days=LEFT_DAYS)


def _made(address: str) -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Companion")])
    now = datetime.now(UTC)
    names: list[x509.GeneralName] = [x509.IPAddress(ipaddress.ip_address(address))]
    host = socket.gethostname().lower()
    if host.isascii() and host:
        names.append(x509.DNSName(f"{host}.local"))
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=GOOD_DAYS - 1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return private + made.public_bytes(serialization.Encoding.PEM)
