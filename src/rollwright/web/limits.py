"""Rates: how often one address may do something."""

from __future__ import annotations

import ipaddress
import time

REMEMBERED = 10_000


class Rates:
    """A bucket of permits for each address, refilled at a steady rate up to a burst."""

    def __init__(self, per_second: float, burst: float) -> None:
        self._per_second = per_second
        self._burst = burst
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, address: str) -> float:
        """Use one permit: 0, or the seconds until there is one."""
        now = time.monotonic()
        left, at = self._buckets.get(address, (self._burst, now))
        left = min(self._burst, left + (now - at) * self._per_second)
        if left < 1:
            return (1 - left) / self._per_second
        if len(self._buckets) >= REMEMBERED:
            self._forget_full(now)
        self._buckets[address] = (left - 1, now)
        return 0.0

    def _forget_full(self, now: float) -> None:
        """Forget the addresses whose buckets are full again; all, where that is not enough."""
        self._buckets = {
            address: (left, at)
            for address, (left, at) in self._buckets.items()
            if left + (now - at) * self._per_second < self._burst
        }
        if len(self._buckets) >= REMEMBERED:
            self._buckets.clear()


def address_group(host: str) -> str:
    """What counts as one address: an IPv4 address, or a network of IPv6, which is one household."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))
    return host
