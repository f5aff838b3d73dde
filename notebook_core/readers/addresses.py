"""Decides which network addresses may be opened: those of public sites, and no others."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Sequence

from notebook_core.errors import AddressRefused, FetchFailed

Resolve = Callable[[str], Sequence[str]]
"""Gives every IP address of a host name; raises OSError when there is none."""

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")  # NAT64, RFC 6052: an IPv4 address at its end
_NEVER = tuple(
    map(
        ipaddress.ip_network,
        (
            "168.63.129.16/32",  # the platform of Azure, at a public address
            "192.0.0.0/24",  # IETF protocol assignments; Oracle's metadata is there
            "192.88.99.0/24",  # relays of 6to4
            "::/96",  # IPv4-compatible, long deprecated
            "64:ff9b:1::/48",  # local-use NAT64, RFC 8215
            "2001::/32",  # Teredo
            "2002::/16",  # 6to4
            "3fff::/20",  # documentation, RFC 9637
            "5f00::/16",  # segment routing, RFC 9602
            "fec0::/10",  # site-local, long deprecated
        ),
    )
)
_NUMBER = re.compile(r"(?:0x[0-9a-f]*|\d+)\.?", re.I)


def public_addresses(host: str, resolve: Resolve) -> tuple[str, ...]:
    """The addresses of `host`, all of which are public.

    One that is not is enough to refuse the host: a name that answers with both is set up to be
    checked with one and opened with the other. Raises AddressRefused; FetchFailed when the host
    has no address.
    """
    if _is_odd_number(host):
        raise _refusal(host)
    addresses = _addresses(host, resolve)
    if not addresses:
        raise FetchFailed(f"There is no site “{host}”; check the address.")
    if not all(map(is_public, addresses)):
        raise _refusal(host)
    return addresses


def _addresses(host: str, resolve: Resolve) -> tuple[str, ...]:
    try:
        return (str(ipaddress.ip_address(host)),)
    except ValueError:
        pass  # then it is a name
    try:
        return tuple(dict.fromkeys(resolve(host)))
    except (OSError, UnicodeError):
        return ()


def is_public(address: str) -> bool:
    """Whether an IP address is one that a public site can have.

    By the registries of IANA for special-purpose addresses, as `ipaddress` holds them, and what
    those registries call global but lets a request turn inwards.
    """
    try:
        ip: _Address = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped:
            return is_public(str(ip.ipv4_mapped))
        if ip in _TRANSLATED:
            return is_public(str(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)))
    inward = (
        ip.is_private
        or ip.is_loopback
        or ip.is_link_local
        or ip.is_multicast
        or ip.is_reserved
        or ip.is_unspecified
    )
    return ip.is_global and not inward and not any(ip in network for network in _NEVER)


def _is_odd_number(host: str) -> bool:
    """Whether `host` is an IPv4 address in a form such as `2130706433`, `0x7f.1` or `127.1`."""
    if not _NUMBER.fullmatch(host.rstrip(".").rpartition(".")[2]):
        return False
    try:
        ipaddress.IPv4Address(host)
    except ValueError:
        return True
    return False


def _refusal(host: str) -> AddressRefused:
    return AddressRefused(
        f"“{host}” is not a public address, so it isn't opened; use the address of a public site."
    )
