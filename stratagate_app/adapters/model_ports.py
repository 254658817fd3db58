"""The engine's ports, served by a model; what a model says is checked by the engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from stratagate_app.adapters.openai_client import ModelClient
from stratagate_app.engine import (
    ANSWER_INSTRUCTIONS,
    DECIDE_INSTRUCTIONS,
    EXTRACT_INSTRUCTIONS,
    JUDGE_INSTRUCTIONS,
    PROJECT_INSTRUCTIONS,
    SUMMARISE_INSTRUCTIONS,
    AskDecision,
    AskDraft,
    AskState,
    BlockInput,
    BlockSummary,
    Found,
    Judgement,
    KnownNode,
    Ports,
    ProjectedEvent,
    Projection,
    ProposedEvent,
    TimelineEvent,
    answer_text,
    decide_text,
    extract_text,
    judge_text,
    project_text,
    summarise_text,
)

ASK_PURPOSE = "ask"


class ModelSummariser:
    """Summarises blocks.

    Args:
        client: Who is asked.
        mask: Leave secrets out of what is sent.
    """

    def __init__(self, client: ModelClient, *, mask: bool = True) -> None:
        self._client = client
        self._mask = mask

    def summarise(self, block: BlockInput) -> BlockSummary:
        """Return the summary that the model gives of a block."""
        from stratagate_app.engine import SummaryReply, summary_of  # noqa: PLC0415 - see there

        text = summarise_text(block, mask=self._mask)
        reply = self._client.reply("summarise", SUMMARISE_INSTRUCTIONS, text, SummaryReply)
        return summary_of(reply.value)


class ModelExtractor:
    """Finds events in blocks; as `ModelSummariser`."""

    answers_at_once = False

    def __init__(self, client: ModelClient, *, mask: bool = True) -> None:
        self._client = client
        self._mask = mask

    def extract(
        self, block: BlockInput, timeline: Sequence[TimelineEvent]
    ) -> tuple[ProposedEvent, ...]:
        """Return the events that the model finds in a block."""
        from stratagate_app.engine import EventsReply, events_of  # noqa: PLC0415 - see there

        text = extract_text(block, timeline, mask=self._mask)
        reply = self._client.reply("extract", EXTRACT_INSTRUCTIONS, text, EventsReply)
        return events_of(reply.value, block)


class ModelJudge:
    """Judges memories that come in; as `ModelSummariser`."""

    answers_at_once = False

    def __init__(self, client: ModelClient, *, mask: bool = True) -> None:
        self._client = client
        self._mask = mask

    def judge(self, memory: ProposedEvent, matches: Sequence[TimelineEvent]) -> Judgement:
        """Return what the model makes of a memory."""
        from stratagate_app.engine import JudgementReply, judgement_of  # noqa: PLC0415 - see there

        text = judge_text(memory, matches, mask=self._mask)
        reply = self._client.reply("judge", JUDGE_INSTRUCTIONS, text, JudgementReply)
        return judgement_of(reply.value)


class ModelProjector:
    """Takes events into the graph; as `ModelSummariser`."""

    answers_at_once = False

    def __init__(self, client: ModelClient, *, mask: bool = True) -> None:
        self._client = client
        self._mask = mask

    def project(self, events: Sequence[ProjectedEvent], known: Sequence[KnownNode]) -> Projection:
        """Return what the model finds that events say of the world."""
        from stratagate_app.engine import GraphReply, projection_of  # noqa: PLC0415 - see there

        text = project_text(events, known, mask=self._mask)
        reply = self._client.reply("project", PROJECT_INSTRUCTIONS, text, GraphReply)
        return projection_of(reply.value)


class ModelAnswerer:
    """Answers questions, step by step; what it is shown has its secrets masked."""

    def __init__(self, client: ModelClient) -> None:
        self._client = client

    @property
    def name(self) -> str:
        """The model's name."""
        return self._client.name

    def decide(self, state: AskState, check_stop: Callable[[], None]) -> AskDecision:
        """Return the model's judgement of what was found, and the step it wants."""
        from stratagate_app.engine import DecisionReply, decision_of  # noqa: PLC0415 - see there

        text = decide_text(state)
        reply = self._client.reply(
            ASK_PURPOSE, DECIDE_INSTRUCTIONS, text, DecisionReply, check_stop
        )
        return decision_of(reply.value, judging=bool(state.steps), tokens=reply.tokens)

    def answer(
        self,
        question: str,
        now: datetime,
        evidence: Sequence[Found],
        check_stop: Callable[[], None],
    ) -> AskDraft:
        """Return the model's answer from the evidence."""
        from stratagate_app.engine import AnswerReply, draft_of  # noqa: PLC0415 - see there

        text = answer_text(question, now, evidence)
        reply = self._client.reply(ASK_PURPOSE, ANSWER_INSTRUCTIONS, text, AnswerReply, check_stop)
        return draft_of(reply.value, tokens=reply.tokens)


def model_ports(
    client: ModelClient, *, mask: bool = True, paused: Callable[[], str] = str
) -> Ports:
    """Return the ports that one model serves.

    Args:
        client: Who is asked.
        mask: Leave secrets out of what is sent.
        paused: Returns why nothing is to be asked now, as a code; "" where it may.
    """
    return Ports(
        ModelSummariser(client, mask=mask),
        ModelExtractor(client, mask=mask),
        ModelJudge(client, mask=mask),
        ModelAnswerer(client),
        ModelProjector(client, mask=mask),
        at_once=client.config.at_once,
        longest_s=client.config.timeout_s,
        paused=paused,
        close=client.close,
    )
