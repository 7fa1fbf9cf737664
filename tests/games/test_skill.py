"""The arithmetic of ratings: what a result says about the players."""

import pytest

from games.skill import Skill, rated

NEW = Skill()


def test_a_newcomer_stands_in_the_middle_and_little_is_known() -> None:
    assert (NEW.rating, NEW.margin) == (1500, 250)
    assert NEW.is_provisional(0)


def test_the_published_example_of_two_pairs() -> None:
    """The example in the openskill manual: two players beat two others."""
    winners = [Skill(25.0, 25 / 3), Skill(32.444, 5.123)]
    losers = [Skill(43.381, 2.421), Skill(25.188, 6.211)]
    after = rated([winners, losers], [1, 2])
    assert [skill.mu for team in after for skill in team] == pytest.approx([28.67, 33.83, 43.07, 23.15], abs=0.01)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_places_among_equals_move_ratings_in_their_order(seats: int) -> None:
    after = [skill for [skill] in rated([[NEW]] * seats, range(1, seats + 1))]
    assert [skill.mu for skill in after] == sorted((skill.mu for skill in after), reverse=True)
    assert after[0].rating > 1500 > after[-1].rating
    assert all(skill.sigma < NEW.sigma for skill in after)


def test_a_tie_moves_the_stronger_and_the_weaker_together() -> None:
    [[strong], [weak]] = rated([[Skill(30.0, 3.0)], [Skill(20.0, 3.0)]], [1, 1])
    assert strong.mu < 30.0
    assert weak.mu > 20.0
    [[one], [other]] = rated([[NEW], [NEW]], [1, 1])
    assert one == other
    assert one.rating == 1500


def test_partners_move_together_the_less_known_one_further() -> None:
    [[known, unknown], losers] = rated([[Skill(25.0, 2.0), NEW], [NEW, NEW]], [1, 2])
    assert 0 < known.mu - 25.0 < unknown.mu - 25.0
    assert losers[0] == losers[1]
    assert losers[0].mu < 25.0


def test_a_hundred_points_win_63_of_a_hundred_duels() -> None:
    """For two well-known players: the share of wins at which the ratings of both stay as they are."""
    strong, weak = Skill(25.0 + 100 / 30, 1.0), Skill(25.0, 1.0)
    [[up], _lost] = rated([[strong], [weak]], [1, 2])
    [[down], _won] = rated([[strong], [weak]], [2, 1])
    gain, loss = up.mu - strong.mu, strong.mu - down.mu
    assert loss / (gain + loss) == pytest.approx(0.63, abs=0.01)


def test_a_rating_is_provisional_until_enough_games_have_made_it_sure() -> None:
    sure = Skill(25.0, 6.6)
    assert sure.is_provisional(9)
    assert not sure.is_provisional(10)
    assert Skill(25.0, 6.8).is_provisional(10)
