"""Sets of answers as the bits of a whole number: bit *a* stands for action *a*, up to 62."""

from __future__ import annotations

from .compile import is_compiling, kernel


def lowest_bit(word: int) -> int:
    """The index of the lowest bit that is set; `word` must not be 0."""
    word = int(word)
    return (word & -word).bit_length() - 1


def count_bits(word: int) -> int:
    """How many bits are set."""
    return int(word).bit_count()


if is_compiling:
    from .instructions import use_instructions

    use_instructions(lowest_bit, count_bits)


@kernel
def nth_bit(word: int, index: int) -> int:
    """The index of the bit that has `index` lower set bits below it."""
    for _ in range(index):
        word &= word - 1
    return lowest_bit(word)
