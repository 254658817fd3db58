"""The loop of a question: decide, take a step, judge it; answer only what the gate lets through."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from stratagate_app.engine.domain.asking import Ask, AskMove, AskNote, AskOutcome
from stratagate_app.engine.domain.changes import Actor, ChangeSet
from stratagate_app.engine.domain.ids import AskId
from stratagate_app.engine.domain.queries import Progress
from stratagate_app.engine.domain.retrieval import RetrievalKind, Verdict
from stratagate_app.engine.errors import (
    InputRejected,
    ModelUnavailableError,
    NotFoundError,
    OperationCancelled,
    ReplySchemaError,
    StrataGateError,
)
from stratagate_app.engine.pipeline.ask_answer import check_answer
from stratagate_app.engine.pipeline.ports import Answerer, AskDecision, AskState
from stratagate_app.engine.services.ask_desk import AskDesk

# Replies in a row that have not the wanted form before the question counts as failed.
BROKEN_REPLIES = 2
DETAIL_CHARS = 160


class AskLoop:
    """One run over one question.

    Every step and every judgement is kept as it comes: whatever ends the run, what was found
    stays, and another run goes on from there.
    """

    def __init__(
        self,
        desk: AskDesk,
        answerer: Answerer,
        ask_id: AskId,
        *,
        max_steps: int,
        progress: Progress | None,
        on_step: Callable[[Ask], None] | None,
    ) -> None:
        self._desk = desk
        self._answerer = answerer
        self._ask_id = ask_id
        self._max_steps = max_steps
        self._progress = progress
        self._on_step = on_step
        self._changes = ChangeSet()
        self._broken = 0
        self._done = 0

    def run(self) -> Ask:
        """Work until there is an answer, the steps are used up, or somebody stops it."""
        error = ""
        try:
            outcome = self._work()
        except OperationCancelled:
            outcome = AskOutcome.STOPPED
        except (ModelUnavailableError, ReplySchemaError) as failure:
            outcome, error = AskOutcome.FAILED, failure.code
            self._note("failed", failure.code, _detail(failure))
        self._desk.end(self._ask_id, outcome, model=self._answerer.name, error=error)
        return self._ask(self._changes)

    def _ask(self, changes: ChangeSet | None = None) -> Ask:
        ask = self._desk.get(self._ask_id)
        return ask if changes is None else replace(ask, changes=changes)

    def _work(self) -> AskOutcome:
        for left in range(self._max_steps, -1, -1):
            self._report(self._max_steps - left)
            ask = self._ask()
            if ask.answer or (ask.steps and ask.steps[-1].sufficient):
                return self._answer(ask)
            try:
                decision = self._decide(ask, left)
            except ReplySchemaError as error:
                self._broken += 1
                if self._broken >= BROKEN_REPLIES or not left:
                    raise
                self._note("reply_schema", str(error.fields.get("reason", "")), _detail(error))
                continue
            self._broken = 0
            if self._judged_sufficient(ask, decision):
                self._tell()
                return self._answer(self._ask())
            if decision.move is None and _claims(decision):
                self._note("not_sufficient")
            elif left:
                self._take(ask, decision.move)
            self._tell()
        return AskOutcome.INSUFFICIENT

    # Deciding and stepping.

    def _decide(self, ask: Ask, left: int) -> AskDecision:
        state = AskState(
            ask.question, self._desk.clock.now(), ask.steps, ask.items, ask.notes, left
        )
        decision = self._answerer.decide(state, self._check_stop)
        self._desk.count(ask.id, decision.tokens)
        return decision

    def _judged_sufficient(self, ask: Ask, decision: AskDecision) -> bool:
        """Let the gate judge the last step; return whether it may be answered from."""
        if not ask.steps:
            return False
        made = self._desk.judge(ask.steps[-1], decision.assessment or {})
        return made.verdict is Verdict.SUFFICIENT

    def _take(self, ask: Ask, move: AskMove | None) -> None:
        """Take a step; one that cannot be taken costs one all the same, so that it ends."""
        if move is None:
            self._note("bad_move", "none_named")
            return
        reason = _problem(ask, move)
        if not reason:
            try:
                self._desk.take(ask, move)
            except InputRejected as error:
                reason = str(error.fields.get("reason", "invalid_ref"))
            except NotFoundError:
                reason = "gone"
        if reason:
            self._note("bad_move", reason, move.ref or move.query)

    # Answering.

    def _answer(self, ask: Ask) -> AskOutcome:
        """Ask for the answer and record what it used; again where that was done, it counts once."""
        step = ask.steps[-1]
        refs = () if step.assessment is None else step.assessment.refs
        if not ask.answer:
            self._report(len(ask.steps))
            self._ask_for_answer(ask, refs)
            ask = self._ask()
        receipt = self._desk.record(ask.id, step.retrieval_id, ask.named, actor=Actor.AGENT)
        self._changes |= receipt.changes
        return AskOutcome.ANSWERED

    def _ask_for_answer(self, ask: Ask, refs: tuple[str, ...]) -> None:
        evidence = [ask.items[ref] for ref in refs if ref in ask.items]
        for tries_left in range(BROKEN_REPLIES - 1, -1, -1):
            try:
                draft = self._answerer.answer(
                    ask.question, self._desk.clock.now(), evidence, self._check_stop
                )
                self._desk.count(ask.id, draft.tokens)
                named = [item.ref for item in evidence]
                checked = check_answer(draft.answer, draft.used_refs, named, after=len(ask.steps))
            except ReplySchemaError as error:
                if not tries_left:
                    raise
                self._note("reply_schema", str(error.fields.get("reason", "")), _detail(error))
                continue
            self._desk.keep_answer(ask.id, checked)
            self._desk.note(ask.id, *checked.notes)
            return

    # Telling.

    def _report(self, done: int) -> None:
        self._done = done
        self._check_stop()

    def _check_stop(self) -> None:
        if self._progress is not None:
            self._progress.report(self._done, self._max_steps)

    def _tell(self) -> None:
        if self._on_step is not None:
            self._on_step(self._ask())

    def _note(self, code: str, reason: str = "", detail: str = "") -> None:
        after = len(self._ask().steps)
        self._desk.note(self._ask_id, AskNote(after, code, reason, detail[:DETAIL_CHARS]))
        self._tell()


def _claims(decision: AskDecision) -> bool:
    return (decision.assessment or {}).get("verdict") == Verdict.SUFFICIENT


def _problem(ask: Ask, move: AskMove) -> str:
    """Return why a step makes no sense, as a code; "" if it does."""
    if any(_same(step.move, move) for step in ask.steps):
        return "repeated"
    if move.kind in (RetrievalKind.EXPAND_EVENT, RetrievalKind.EXPAND_BLOCK):
        return "" if move.ref.strip() in ask.items else "not_shown"
    return ""


def _same(one: AskMove, other: AskMove) -> bool:
    return replace(one, query=_folded(one.query)) == replace(other, query=_folded(other.query))


def _folded(query: str) -> str:
    return " ".join(query.casefold().split())


def _detail(error: StrataGateError) -> str:
    """Return what the other side said of it, without what could be a secret of ours."""
    fields = {key: value for key, value in error.fields.items() if key != "reason"}
    return ", ".join(f"{key}: {value}" for key, value in fields.items() if value not in ("", None))
