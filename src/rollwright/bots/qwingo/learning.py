"""How the network learns: games against itself, and steps towards what they showed, compiled."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from ...fast.bits import count_bits
from ...fast.compile import kernel
from ...fast.qwingo import (
    CALL,
    COLUMNS,
    ENTRIES,
    HIGHEST,
    NONE,
    OVER,
    SEATS,
    SETUP,
    STARTING_NUMBERS,
    Rules,
    State,
    Work,
    draw,
    first_call,
    legal,
    next_seat,
    play,
    roll,
    start,
)
from ...fast.straying import Strays, draw_turn
from ...fast.streams import below, chain
from .foresight import (
    even_box,
    goes_on,
    guess_call,
    prepare_answers,
    settled_answer,
    weigh_call,
)
from .kernel import choose
from .network import Network, Thoughts, pool_columns, read_position, stand, think
from .shapes import HIDDEN, JOINT, PATIENCE, SHARE, TENS
from .straying import draw_strays

LONGEST_GAME = 200
"""A lesson ends after so many calls."""

LESSON = np.dtype(
    [
        ("size", np.int64),
        ("caller", np.int64, (LONGEST_GAME,)),
        ("kind", np.int64, (LONGEST_GAME, SEATS, COLUMNS)),
        ("fits", np.int64, (LONGEST_GAME, SEATS, COLUMNS, 2)),
        ("traits", np.float64, (LONGEST_GAME, SEATS, COLUMNS, 3)),
        ("chances", np.float64, (LONGEST_GAME, SEATS)),
        ("expected", np.float64, (LONGEST_GAME, SEATS)),  # after the turn, over all faces
        ("astray", np.uint8, (LONGEST_GAME,)),  # 1 if somebody then played otherwise
        ("filled", np.float64, (SEATS,)),  # boxes at the end
    ],
    align=True,
)
"""The positions before each call of a game, with the chances as the network saw them."""

Lesson: TypeAlias = Any

REACH = np.dtype(
    [
        ("goal", np.float64, (SEATS,)),
        ("pull", np.float64, (SEATS,)),
        ("below", np.float64, (HIDDEN,)),
        ("joint", np.float64, (JOINT,)),
    ],
    align=True,
)
"""Room for a step back through the network."""

MILLION = 1_000_000

LAYOUT_HABITS, TOP = 5, 4
"""How far a seat strays from even places when it writes its starting numbers; TOP: top boxes."""


@kernel
def is_chosen(key: np.uint64, share: float) -> bool:
    """Whether something happens that has this share of all cases."""
    return below(key, MILLION) < share * MILLION


@kernel
def play_lesson(
    rules: Rules,
    net: Network,
    key: np.uint64,
    width: int,
    curiosity: float,
    state: State,
    work: Work,
    strays: Strays,
    lesson: Lesson,
) -> None:
    """A game against itself, of which each position before a call is noted."""
    start(rules, state)
    draw_strays(rules, chain(key, 1), strays)
    lesson.size = 0
    step = 1
    dice = chain(key, 0)
    while state.phase != OVER and lesson.size < LONGEST_GAME:
        step += 1
        stream = chain(key, step)
        if state.phase == SETUP:
            _set_up(rules, net, state, strays, key, stream, work)
            play(rules, state, work)
        elif state.phase == CALL:
            _play_call(rules, net, state, stream, width, curiosity, strays, work, lesson)
        elif state.phase == ENTRIES:
            _play_entries(rules, net, state, stream, curiosity, strays, work, lesson)
        else:
            draw(rules, state, dice, work)
            roll(rules, state, work)
    for seat in range(rules.players):
        lesson.filled[seat] = 0
        for column in range(COLUMNS):
            lesson.filled[seat] += state.counts[seat, column]


@kernel
def _set_up(
    rules: Rules,
    net: Network,
    state: State,
    strays: Strays,
    key: np.uint64,
    stream: np.uint64,
    work: Work,
) -> None:
    """Starting numbers near their even places; how near differs from seat to seat."""
    number = STARTING_NUMBERS[state.entered]
    for seat in range(rules.players):
        if strays.turns[seat] > 0:
            work.answers[seat] = choose(rules, net, state, seat, strays, stream, work)
            continue
        column = (seat + state.entered) % COLUMNS
        box = even_box(rules, state, seat, column, number)
        habit = below(chain(chain(key, 0), seat), LAYOUT_HABITS)
        if habit == TOP:
            box = below(chain(stream, seat), 3)
        else:
            box += below(chain(stream, seat), 2 * habit + 1) - habit
        box = max(0, min(rules.boxes - 1, box))
        work.answers[seat] = 1 + column * rules.boxes + box


@kernel
def _play_call(
    rules: Rules,
    net: Network,
    state: State,
    stream: np.uint64,
    width: int,
    curiosity: float,
    strays: Strays,
    work: Work,
    lesson: Lesson,
) -> None:
    """Note the position and what the best call found makes of it; call that, or stray."""
    _note(rules, net, state, work, lesson)
    caller, now = state.active, lesson.size - 1
    number = _call(rules, net, state, stream, width, work)
    _note_expected(rules, net, state, number, work, lesson)
    lesson.astray[now] = draw_turn(rules.players, state.turn, chain(stream, 0), strays)
    if strays.now[caller]:
        work.answers[caller] = choose(rules, net, state, caller, strays, stream, work)
    else:
        if is_chosen(chain(stream, 1), curiosity):
            number = rules.lowest + below(chain(stream, 2), HIGHEST + 1 - rules.lowest)
            lesson.astray[now] = True
        work.answers[caller] = first_call(rules) + number
    play(rules, state, work)


@kernel
def _play_entries(
    rules: Rules,
    net: Network,
    state: State,
    stream: np.uint64,
    curiosity: float,
    strays: Strays,
    work: Work,
    lesson: Lesson,
) -> None:
    """What all seats would settle on, but for those that stray."""
    prepare_answers(rules, net, state, work)
    for seat in range(rules.players):
        work.answers[seat] = settled_answer(rules, seat, work)
    for seat in range(rules.players):
        if strays.now[seat]:
            work.answers[seat] = choose(rules, net, state, seat, strays, stream, work)
        elif is_chosen(chain(chain(stream, seat), 0), curiosity):
            size = legal(rules, state, seat, work)
            work.answers[seat] = work.room[below(chain(chain(stream, seat), 1), size)]
            lesson.astray[lesson.size - 1] = True
    play(rules, state, work)


@kernel
def _note(rules: Rules, net: Network, state: State, thoughts: Thoughts, lesson: Lesson) -> None:
    read_position(rules, net, state, state.active, thoughts)
    think(rules, net, thoughts, state.active)
    size = lesson.size
    lesson.caller[size] = state.active
    for seat in range(rules.players):
        lesson.chances[size, seat] = thoughts.chances[seat]
        for column in range(COLUMNS):
            lesson.kind[size, seat, column] = thoughts.kind[seat, column]
            for word in range(2):
                lesson.fits[size, seat, column, word] = thoughts.fits[seat, column, word]
            for trait in range(3):
                lesson.traits[size, seat, column, trait] = thoughts.traits[seat, column, trait]
    lesson.size += 1


@kernel
def _note_expected(
    rules: Rules, net: Network, state: State, number: int, work: Work, lesson: Lesson
) -> None:
    """What the seats may expect of a call: the mean over the faces, which no dice disturb."""
    weigh_call(rules, net, state, number, work)
    whole = 0.0
    for seat in range(rules.players):
        whole += work.means[seat]
    for seat in range(rules.players):
        lesson.expected[lesson.size - 1, seat] = work.means[seat] / whole


@kernel
def _call(
    rules: Rules, net: Network, state: State, stream: np.uint64, width: int, work: Work
) -> int:
    """The best of some numbers, drawn anew each time."""
    size = HIGHEST + 1 - rules.lowest
    read_position(rules, net, state, next_seat(rules, state.active), work)
    best, highest = rules.lowest, -1.0
    for index in range(width):
        number = rules.lowest + below(chain(stream, 3 + index), size)
        if state.turn > PATIENCE and not goes_on(state, state.active, number):
            continue
        value = guess_call(rules, net, state, state.active, number, work)
        if value > highest:
            best, highest = number, value
    return best


@kernel
def learn(
    rules: Rules,
    net: Network,
    lesson: Lesson,
    trace: float,
    thoughts: Thoughts,
    slope: Network,
    reach: Any,
) -> float:
    """Add to `slope` the gradient of a game's lesson; returns the mean loss.

    A position learns what was expected after its turn, and with `trace` what later positions
    learned in addition, up to the first turn in which somebody strayed.
    """
    loss, goal = 0.0, reach.goal
    for position in range(lesson.size - 1, -1, -1):
        later = 0.0
        if position < lesson.size - 1 and not lesson.astray[position]:
            later = trace
        for seat in range(rules.players):
            more = goal[seat] - lesson.chances[min(position + 1, lesson.size - 1), seat]
            goal[seat] = lesson.expected[position, seat]
            if later > 0.0:
                goal[seat] += later * more
        loss += _learn_position(rules, net, lesson, position, thoughts, slope, reach)
    return loss / max(1, lesson.size)


@kernel
def _learn_position(
    rules: Rules,
    net: Network,
    lesson: Lesson,
    position: int,
    thoughts: Thoughts,
    slope: Network,
    reach: Any,
) -> float:
    caller = lesson.caller[position]
    for seat in range(rules.players):
        thoughts.entered[seat] = NONE
        for column in range(COLUMNS):
            thoughts.kind[seat, column] = lesson.kind[position, seat, column]
            for word in range(2):
                thoughts.fits[seat, column, word] = lesson.fits[position, seat, column, word]
            for trait in range(3):
                thoughts.traits[seat, column, trait] = lesson.traits[position, seat, column, trait]
    for own in range(rules.players):
        for other in range(rules.players):
            if own != other:
                pool_columns(net, thoughts, own, other)
                thoughts.standing[own, other] = stand(rules, net, thoughts, own, other, caller)
    think(rules, net, thoughts, caller)
    loss = 0.0
    for seat in range(rules.players):
        reach.pull[seat] = (thoughts.chances[seat] - reach.goal[seat]) / (rules.players - 1)
        loss -= reach.goal[seat] * np.log(max(thoughts.chances[seat], 1e-9))
    for own in range(rules.players):
        for other in range(rules.players):
            if own != other:
                pull = reach.pull[own] - reach.pull[other]
                pool_columns(net, thoughts, own, other)
                stand(rules, net, thoughts, own, other, caller)
                _pull(rules, net, thoughts, own, other, caller, pull, slope, reach)
                if own < other:
                    _pull_margin(rules, net, lesson, thoughts, own, other, caller, slope, reach)
    return loss


@kernel
def _pull_margin(
    rules: Rules,
    net: Network,
    lesson: Lesson,
    thoughts: Thoughts,
    own: int,
    other: int,
    caller: int,
    slope: Network,
    reach: Any,
) -> None:
    """The gradient of the margin between two seats; the layers below do not learn from it."""
    for j in range(JOINT):
        reach.joint[j] = max(thoughts.joint[j], 0.0)
    pool_columns(net, thoughts, other, own)
    stand(rules, net, thoughts, other, own, caller)
    lead = 0.0
    for j in range(JOINT):
        reach.joint[j] -= max(thoughts.joint[j], 0.0)
        lead += reach.joint[j] * net.margin[j]
    error = lead - (lesson.filled[own] - lesson.filled[other]) / TENS
    for j in range(JOINT):
        slope.margin[j] += error * reach.joint[j] / rules.players


@kernel
def _pull(
    rules: Rules,
    net: Network,
    thoughts: Thoughts,
    own: int,
    other: int,
    caller: int,
    pull: float,
    slope: Network,
    reach: Any,
) -> None:
    """The gradient of one pair; its forward pass is in `thoughts`."""
    players = rules.players
    near = (own - caller + players) % players
    far = (other - caller + players) % players
    zero = 0.0
    for h in range(HIDDEN):
        reach.below[h] = zero
    for j in range(JOINT):
        x = thoughts.joint[j]
        if x > zero:
            slope.output[j] += pull * x
            g = pull * net.output[j]
            slope.near[players, near, j] += g
            slope.far[players, far, j] += g
            for h in range(HIDDEN):
                slope.joint[h, j] += g * thoughts.trial[h]
                reach.below[h] += g * net.joint[h, j]
    for column in range(COLUMNS):
        kind, other_kind = thoughts.kind[own, column], thoughts.kind[other, column]
        a0, a1, a2 = (
            thoughts.traits[own, column, 0],
            thoughts.traits[own, column, 1],
            thoughts.traits[own, column, 2],
        )
        b0, b1, b2 = (
            thoughts.traits[other, column, 0],
            thoughts.traits[other, column, 1],
            thoughts.traits[other, column, 2],
        )
        both = 0
        for word in range(2):
            both += count_bits(
                thoughts.fits[own, column, word] & thoughts.fits[other, column, word]
            )
        shared = both * SHARE
        for h in range(HIDDEN):
            if thoughts.hidden[own, other, column, h] > zero:
                g = reach.below[h]
                slope.kinds[kind, other_kind, h] += g
                slope.traits[0, h] += g * a0
                slope.traits[1, h] += g * a1
                slope.traits[2, h] += g * a2
                slope.traits[3, h] += g * b0
                slope.traits[4, h] += g * b1
                slope.traits[5, h] += g * b2
                slope.traits[6, h] += g * (a0 - shared)
                slope.traits[7, h] += g * (b0 - shared)
