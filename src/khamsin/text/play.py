"""Playing: ask each player in turn, let the bots answer, until the match is over."""

from __future__ import annotations

from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.play.decision import Decision, Secret
from khamsin.kernel.play.seat import Seat
from khamsin.kernel.show.summaries import Display

from .commands import COMMANDS, Leave, why
from .menu import Menu
from .screen import BOLD
from .session import Session

_YES_OR_NO = 2  # for a question with no more options than that the board is not drawn anew


def play(session: Session) -> None:
    """Play until the match is over or the players leave."""
    _Asking(session).run()


class _Asking:
    """The loop, and what it must remember from one question to the next."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._moment = ""  # when the board was last shown
        self._in_view = ""  # the side whose secrets are on the screen

    def run(self) -> None:
        session = self.session
        game = session.match.game
        session.say("text.welcome", game=game.title)
        if any("reconstructed" in note.words for note in game.sources):
            session.say("text.reconstructed")
        try:
            while session.match.result is None:
                side = session.match.to_answer[0]
                bot = session.bot_of(side)
                if bot is not None:
                    session.answer(bot.choose(Seat(session.match, side)), side)
                else:
                    self._ask(side)
            self._finish()
        except Leave:
            session.say("text.goodbye")

    def _ask(self, side: str) -> None:
        """Ask a person until the decision is made, or another one is open."""
        session, match = self.session, self.session.match
        session.keep()
        self._draw_curtain(side)
        session.tell_news(side)
        decision, display = match.decision, session.display(side)
        assert decision is not None
        places = {piece.unit: stack.place for stack in display.stacks for piece in stack.pieces}
        options = match.legal(side)
        remarks = session.narrator.remarks(match.known(side), side, options)
        menu = Menu(session.narrator, decision.prompt, options, places, remarks)
        if display.moment != self._moment and len(menu.options) > _YES_OR_NO:
            self._moment = display.moment
            session.screen.write()
            session.board.map(display)
            session.board.tracks(display)
        self._put(decision, side, display, menu)
        number, entries = match.number, len(match.entries)
        while session.match is match and (match.number, len(match.entries)) == (number, entries):
            typed = session.screen.ask(f"{session.narrator.text('side', side)}> ")
            if typed is None:
                raise Leave
            if not typed:
                self._put(decision, side, display, menu)
                continue
            try:
                self._take(side, menu, typed)
            except KhamsinError as error:
                session.screen.write(str(error), hang=2)

    def _put(self, decision: Decision, side: str, display: Display, menu: Menu) -> None:
        """Put the question, with all that may be answered."""
        session = self.session
        session.screen.write()
        session.board.status(display)
        sentence = session.narrator.prompt(decision.prompt, side, decision.facts)
        session.screen.write(f"{sentence} {session.rule(decision.rule)}", BOLD)
        menu.show(session.screen)

    def _take(self, side: str, menu: Menu, typed: str) -> None:
        """A command or an answer; an answer in full comes before a command of the same name."""
        session = self.session
        word, _, rest = typed.partition(" ")
        command = COMMANDS.get(word.casefold())
        if command is not None and tuple(typed.split()) not in menu.options:
            command(session, side, rest.strip())
            return
        option = menu.pick(typed)
        if option is None:
            unknown = session.words("text.unknown", typed=typed)
            raise KhamsinError(why(session, side, typed) or unknown)
        session.answer(option, side)
        session.keep()

    def _draw_curtain(self, side: str) -> None:
        """Before another person may look at what is secret, the screen is wiped."""
        session = self.session
        secret = session.match.game.rules.hidden or isinstance(session.match.decision, Secret)
        if session.people < 2 or not (secret or self._in_view) or self._in_view == side:
            return
        self._in_view = side if secret else ""
        session.screen.clear()
        if secret:
            if session.screen.ask(session.words("text.curtain", side=side)) is None:
                raise Leave
            session.screen.clear()

    def _finish(self) -> None:
        session = self.session
        result = session.match.result
        assert result is not None
        session.keep()
        side = session.match.game.sides[0]
        session.tell_news(side)
        session.screen.write()
        display = session.display(side)
        session.board.map(display)
        session.board.tracks(display)
        session.board.status(display)
        ending = session.narrator.ending(result)
        session.screen.write(f"{ending} {session.rule(result.rule)}", BOLD)
