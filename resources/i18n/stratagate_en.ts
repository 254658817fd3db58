<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>BlockCard</name>
    <message numerus="yes">
        <source>Show %n message(s)</source>
        <translation>
            <numerusform>Show %n message</numerusform>
            <numerusform>Show %n messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ChangeList</name>
    <message numerus="yes">
        <source>{what} with %n other(s)</source>
        <translation>
            <numerusform>{what} with %n other</numerusform>
            <numerusform>{what} with %n others</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message numerus="yes">
        <source>%n turn(s)</source>
        <translation>
            <numerusform>%n turn</numerusform>
            <numerusform>%n turns</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ComparisonView</name>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… and %n more</numerusform>
            <numerusform>… and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ConversationDetail</name>
    <message numerus="yes">
        <source>%n message(s) on purpose</source>
        <translation>
            <numerusform>%n message on purpose</numerusform>
            <numerusform>%n messages on purpose</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DependentsDialog</name>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… and %n more</numerusform>
            <numerusform>… and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DetailPane</name>
    <message numerus="yes">
        <source>%n more message(s)</source>
        <translation>
            <numerusform>%n more message</numerusform>
            <numerusform>%n more messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EventCard</name>
    <message numerus="yes">
        <source>Used in %n answer(s)</source>
        <translation>
            <numerusform>Used in %n answer</numerusform>
            <numerusform>Used in %n answers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conflict(s)</source>
        <translation>
            <numerusform>%n conflict</numerusform>
            <numerusform>%n conflicts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EventChanges</name>
    <message numerus="yes">
        <source>The new event keeps all evidence: %n message(s).</source>
        <translation>
            <numerusform>The new event keeps all evidence: %n message.</numerusform>
            <numerusform>The new event keeps all evidence: %n messages.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It supersedes %n event(s); you can undo this.</source>
        <translation>
            <numerusform>It supersedes %n event; you can undo this.</numerusform>
            <numerusform>It supersedes %n events; you can undo this.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Merge %n event(s)</source>
        <translation>
            <numerusform>Merge %n event</numerusform>
            <numerusform>Merge %n events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EventDelegate</name>
    <message numerus="yes">
        <source>Used in %n answer(s)</source>
        <translation>
            <numerusform>Used in %n answer</numerusform>
            <numerusform>Used in %n answers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message numerus="yes">
        <source>%n selected event(s)</source>
        <translation>
            <numerusform>%n selected event</numerusform>
            <numerusform>%n selected events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n selected conversation(s)</source>
        <translation>
            <numerusform>%n selected conversation</numerusform>
            <numerusform>%n selected conversations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Exporter</name>
    <message numerus="yes">
        <source>%n event(s)</source>
        <translation>
            <numerusform>%n event</numerusform>
            <numerusform>%n events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s)</source>
        <translation>
            <numerusform>%n conversation</numerusform>
            <numerusform>%n conversations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n edge(s)</source>
        <translation>
            <numerusform>%n edge</numerusform>
            <numerusform>%n edges</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ForecastChart</name>
    <message numerus="yes">
        <source>after %n more block(s): L{level}</source>
        <translation>
            <numerusform>after %n more block: L{level}</numerusform>
            <numerusform>after %n more blocks: L{level}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GraphWords</name>
    <message numerus="yes">
        <source>%n thing(s)</source>
        <translation>
            <numerusform>%n thing</numerusform>
            <numerusform>%n things</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n relation(s)</source>
        <translation>
            <numerusform>%n relation</numerusform>
            <numerusform>%n relations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n disputed</source>
        <translation>
            <numerusform>%n disputed</numerusform>
            <numerusform>%n disputed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the %n smallest not drawn</source>
        <translation>
            <numerusform>the smallest not drawn</numerusform>
            <numerusform>the %n smallest not drawn</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n relation(s) not drawn</source>
        <translation>
            <numerusform>%n relation not drawn</numerusform>
            <numerusform>%n relations not drawn</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) still to be taken in</source>
        <translation>
            <numerusform>%n event still to be taken in</numerusform>
            <numerusform>%n events still to be taken in</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n relation(s) began or ended since {day}</source>
        <translation>
            <numerusform>%n relation began or ended since {day}</numerusform>
            <numerusform>%n relations began or ended since {day}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n relation(s) had ended by then</source>
        <translation>
            <numerusform>%n relation had ended by then</numerusform>
            <numerusform>%n relations had ended by then</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) selected</source>
        <translation>
            <numerusform>%n node selected</numerusform>
            <numerusform>%n nodes selected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HandBar</name>
    <message numerus="yes">
        <source>%n marked</source>
        <translation>
            <numerusform>%n marked</numerusform>
            <numerusform>%n marked</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Importer</name>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message numerus="yes">
        <source>%n source(s)</source>
        <translation>
            <numerusform>%n source</numerusform>
            <numerusform>%n sources</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ListPane</name>
    <message numerus="yes">
        <source>%n event(s) selected · Space pins or unpins, Delete forgets them</source>
        <translation>
            <numerusform>%n event selected · Space pins or unpins, Delete forgets them</numerusform>
            <numerusform>%n events selected · Space pins or unpins, Delete forgets them</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MessageText</name>
    <message numerus="yes">
        <source>Show %n more message(s)</source>
        <translation>
            <numerusform>Show %n more message</numerusform>
            <numerusform>Show %n more messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n more line(s)</source>
        <translation>
            <numerusform>Show %n more line</numerusform>
            <numerusform>Show %n more lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show all %n character(s)</source>
        <translation>
            <numerusform>Show all %n character</numerusform>
            <numerusform>Show all %n characters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show all %n line(s)</source>
        <translation>
            <numerusform>Show all %n line</numerusform>
            <numerusform>Show all %n lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ModelSettings</name>
    <message numerus="yes">
        <source>%n block(s) wait for it: about {sent} tokens to send and {received} to receive.</source>
        <translation>
            <numerusform>%n block waits for it: about {sent} tokens to send and {received} to receive.</numerusform>
            <numerusform>%n blocks wait for it: about {sent} tokens to send and {received} to receive.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MoveDialog</name>
    <message numerus="yes">
        <source>Move %n session(s) to</source>
        <translation>
            <numerusform>Move %n session to</numerusform>
            <numerusform>Move %n sessions to</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>QuestionPane</name>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… and %n more</numerusform>
            <numerusform>… and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SessionMover</name>
    <message numerus="yes">
        <source>Moved %n session(s) to {workspace}</source>
        <translation>
            <numerusform>Moved %n session to {workspace}</numerusform>
            <numerusform>Moved %n sessions to {workspace}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SidePane</name>
    <message numerus="yes">
        <source>%n more event(s) are in Events</source>
        <translation>
            <numerusform>%n more event is in Events</numerusform>
            <numerusform>%n more events are in Events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%n message</numerusform>
            <numerusform>%n messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>with %n tool call(s)</source>
        <translation>
            <numerusform>with %n tool call</numerusform>
            <numerusform>with %n tool calls</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Stage</name>
    <message numerus="yes">
        <source>%n relation(s)</source>
        <translation>
            <numerusform>%n relation</numerusform>
            <numerusform>%n relations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StatusStrip</name>
    <message numerus="yes">
        <source>%n block(s) could not be summarised</source>
        <translation>
            <numerusform>%n block could not be summarised</numerusform>
            <numerusform>%n blocks could not be summarised</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n block(s) wait</source>
        <translation>
            <numerusform>%n block waits</numerusform>
            <numerusform>%n blocks wait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s)</source>
        <translation>
            <numerusform>%n conversation</numerusform>
            <numerusform>%n conversations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TakeBackDialog</name>
    <message numerus="yes">
        <source>%n event(s) would go</source>
        <translation>
            <numerusform>%n event would go</numerusform>
            <numerusform>%n events would go</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n kept</source>
        <translation>
            <numerusform>%n kept</numerusform>
            <numerusform>%n kept</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Take %n event(s) back</source>
        <translation>
            <numerusform>Take %n event back</numerusform>
            <numerusform>Take %n events back</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>UseList</name>
    <message numerus="yes">
        <source>%n earlier use(s)</source>
        <translation>
            <numerusform>%n earlier use</numerusform>
            <numerusform>%n earlier uses</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WeightCurve</name>
    <message numerus="yes">
        <source>in %n turn(s)</source>
        <translation>
            <numerusform>in %n turn</numerusform>
            <numerusform>in %n turns</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WorkspaceDialog</name>
    <message numerus="yes">
        <source>Above {limit} details fade quickly: a block is down to its title after %n more block(s).</source>
        <translation>
            <numerusform>Above {limit} details fade quickly: a block is down to its title after %n more block.</numerusform>
            <numerusform>Above {limit} details fade quickly: a block is down to its title after %n more blocks.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_Counted</name>
    <message numerus="yes">
        <source>%n new</source>
        <translation>
            <numerusform>%n new</numerusform>
            <numerusform>%n new</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n longer</source>
        <translation>
            <numerusform>%n longer</numerusform>
            <numerusform>%n longer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unchanged</source>
        <translation>
            <numerusform>%n unchanged</numerusform>
            <numerusform>%n unchanged</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Summarised %n block(s)</source>
        <translation>
            <numerusform>Summarised %n block</numerusform>
            <numerusform>Summarised %n blocks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>found %n event(s)</source>
        <translation>
            <numerusform>found %n event</numerusform>
            <numerusform>found %n events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Pinned %n event(s)</source>
        <translation>
            <numerusform>Pinned %n event</numerusform>
            <numerusform>Pinned %n events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Unpinned %n event(s)</source>
        <translation>
            <numerusform>Unpinned %n event</numerusform>
            <numerusform>Unpinned %n events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Forgot %n event(s)</source>
        <translation>
            <numerusform>Forgot %n event</numerusform>
            <numerusform>Forgot %n events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Restored %n event(s)</source>
        <translation>
            <numerusform>Restored %n event</numerusform>
            <numerusform>Restored %n events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Archived %n event(s)</source>
        <translation>
            <numerusform>Archived %n event</numerusform>
            <numerusform>Archived %n events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Took %n event(s) of {file} back</source>
        <translation>
            <numerusform>Took %n event of {file} back</numerusform>
            <numerusform>Took %n events of {file} back</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Scope of %n event(s): {value}</source>
        <translation>
            <numerusform>Scope of %n event: {value}</numerusform>
            <numerusform>Scope of %n events: {value}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Criticality of %n event(s): {value}</source>
        <translation>
            <numerusform>Criticality of %n event: {value}</numerusform>
            <numerusform>Criticality of %n events: {value}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Merged %n event(s) into {into}</source>
        <translation>
            <numerusform>Merged %n event into {into}</numerusform>
            <numerusform>Merged %n events into {into}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Used %n event(s) in an answer</source>
        <translation>
            <numerusform>Used %n event in an answer</numerusform>
            <numerusform>Used %n events in an answer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Moved %n session(s) to {workspace}</source>
        <translation>
            <numerusform>Moved %n session to {workspace}</numerusform>
            <numerusform>Moved %n sessions to {workspace}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Started %n job(s) again</source>
        <translation>
            <numerusform>Started %n job again</numerusform>
            <numerusform>Started %n jobs again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n later change(s)</source>
        <translation>
            <numerusform>and %n later change</numerusform>
            <numerusform>and %n later changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conflict(s)</source>
        <translation>
            <numerusform>%n conflict</numerusform>
            <numerusform>%n conflicts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n turn(s)</source>
        <translation>
            <numerusform>%n turn</numerusform>
            <numerusform>%n turns</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s)</source>
        <translation>
            <numerusform>%n conversation</numerusform>
            <numerusform>%n conversations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new conversation(s)</source>
        <translation>
            <numerusform>%n new conversation</numerusform>
            <numerusform>%n new conversations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n longer one(s)</source>
        <translation>
            <numerusform>%n longer one</numerusform>
            <numerusform>%n longer ones</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%n message</numerusform>
            <numerusform>%n messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n block(s) to summarise</source>
        <translation>
            <numerusform>%n block to summarise</numerusform>
            <numerusform>%n blocks to summarise</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not chosen</source>
        <translation>
            <numerusform>%n not chosen</numerusform>
            <numerusform>%n not chosen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Import %n conversation(s)</source>
        <translation>
            <numerusform>Import %n conversation</numerusform>
            <numerusform>Import %n conversations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n workspace(s)</source>
        <translation>
            <numerusform>%n workspace</numerusform>
            <numerusform>%n workspaces</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n session(s)</source>
        <translation>
            <numerusform>%n session</numerusform>
            <numerusform>%n sessions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n block(s)</source>
        <translation>
            <numerusform>%n block</numerusform>
            <numerusform>%n blocks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event(s)</source>
        <translation>
            <numerusform>%n event</numerusform>
            <numerusform>%n events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n relation(s)</source>
        <translation>
            <numerusform>%n relation</numerusform>
            <numerusform>%n relations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n use(s)</source>
        <translation>
            <numerusform>%n use</numerusform>
            <numerusform>%n uses</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rule(s)</source>
        <translation>
            <numerusform>%n rule</numerusform>
            <numerusform>%n rules</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n correction(s) of the graph</source>
        <translation>
            <numerusform>%n correction of the graph</numerusform>
            <numerusform>%n corrections of the graph</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) in Review</source>
        <translation>
            <numerusform>%n answer in Review</numerusform>
            <numerusform>%n answers in Review</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n job(s)</source>
        <translation>
            <numerusform>%n job</numerusform>
            <numerusform>%n jobs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>failed · %n attempt(s)</source>
        <translation>
            <numerusform>failed · %n attempt</numerusform>
            <numerusform>failed · %n attempts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>still L{level} with %n newer block(s) ready</source>
        <translation>
            <numerusform>still L{level} with %n newer block ready</numerusform>
            <numerusform>still L{level} with %n newer blocks ready</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>L{level} because %n newer block(s) are ready</source>
        <translation>
            <numerusform>L{level} because %n newer block is ready</numerusform>
            <numerusform>L{level} because %n newer blocks are ready</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>L{level}: you expanded it to L{anchor}, %n block(s) ago</source>
        <translation>
            <numerusform>L{level}: you expanded it to L{anchor}, %n block ago</numerusform>
            <numerusform>L{level}: you expanded it to L{anchor}, %n blocks ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>L{level}: an assistant expanded it to L{anchor}, %n block(s) ago</source>
        <translation>
            <numerusform>L{level}: an assistant expanded it to L{anchor}, %n block ago</numerusform>
            <numerusform>L{level}: an assistant expanded it to L{anchor}, %n blocks ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>L{level} after %n more block(s)</source>
        <translation>
            <numerusform>L{level} after %n more block</numerusform>
            <numerusform>L{level} after %n more blocks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation>
            <numerusform>%n waiting</numerusform>
            <numerusform>%n waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n running</source>
        <translation>
            <numerusform>%n running</numerusform>
            <numerusform>%n running</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n failed</source>
        <translation>
            <numerusform>%n failed</numerusform>
            <numerusform>%n failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n switched off</source>
        <translation>
            <numerusform>%n switched off</numerusform>
            <numerusform>%n switched off</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the first %n are listed</source>
        <translation>
            <numerusform>the first is listed</numerusform>
            <numerusform>the first %n are listed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n attempt(s)</source>
        <translation>
            <numerusform>%n attempt</numerusform>
            <numerusform>%n attempts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) added</source>
        <translation>
            <numerusform>%n message added</numerusform>
            <numerusform>%n messages added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) left out on purpose</source>
        <translation>
            <numerusform>%n message left out on purpose</numerusform>
            <numerusform>%n messages left out on purpose</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more problem(s)</source>
        <translation>
            <numerusform>%n more problem</numerusform>
            <numerusform>%n more problems</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Imported %n conversation(s)</source>
        <translation>
            <numerusform>Imported %n conversation</numerusform>
            <numerusform>Imported %n conversations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>mark %n conflict(s)</source>
        <translation>
            <numerusform>mark %n conflict</numerusform>
            <numerusform>mark %n conflicts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Commit %n change(s)</source>
        <translation>
            <numerusform>Commit %n change</numerusform>
            <numerusform>Commit %n changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories</source>
        <translation>
            <numerusform>%n memory</numerusform>
            <numerusform>%n memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not judged yet</source>
        <translation>
            <numerusform>%n not judged yet</numerusform>
            <numerusform>%n not judged yet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n could not be judged</source>
        <translation>
            <numerusform>%n could not be judged</numerusform>
            <numerusform>%n could not be judged</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n need you</source>
        <translation>
            <numerusform>%n needs you</numerusform>
            <numerusform>%n need you</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Wrote %n memories</source>
        <translation>
            <numerusform>Wrote %n memory</numerusform>
            <numerusform>Wrote %n memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not taken</source>
        <translation>
            <numerusform>%n not taken</numerusform>
            <numerusform>%n not taken</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>answered from %n memories</source>
        <translation>
            <numerusform>answered from %n memory</numerusform>
            <numerusform>answered from %n memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n search(es)</source>
        <translation>
            <numerusform>%n search</numerusform>
            <numerusform>%n searches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n expansion(s)</source>
        <translation>
            <numerusform>%n expansion</numerusform>
            <numerusform>%n expansions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tokens</source>
        <translation>
            <numerusform>%n token</numerusform>
            <numerusform>%n tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>%n found</numerusform>
            <numerusform>%n found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n fact(s) and relation(s)</source>
        <translation>
            <numerusform>%n fact or relation</numerusform>
            <numerusform>%n facts and relations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reads the graph of {workspace} anew from %n event(s)</source>
        <translation>
            <numerusform>Reads the graph of {workspace} anew from %n event</numerusform>
            <numerusform>Reads the graph of {workspace} anew from %n events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n thing(s) need you</source>
        <translation>
            <numerusform>%n thing needs you</numerusform>
            <numerusform>%n things need you</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n quote(s)</source>
        <translation>
            <numerusform>%n quote</numerusform>
            <numerusform>%n quotes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n source(s)</source>
        <translation>
            <numerusform>%n source</numerusform>
            <numerusform>%n sources</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_Question</name>
    <message numerus="yes">
        <source>%n later change(s) rest on it</source>
        <translation>
            <numerusform>%n later change rests on it</numerusform>
            <numerusform>%n later changes rest on it</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… and %n more</numerusform>
            <numerusform>… and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Undo all %n</source>
        <translation>
            <numerusform>Undo %n</numerusform>
            <numerusform>Undo all %n</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_Words</name>
    <message numerus="yes">
        <source>%n turn(s) since it was last used</source>
        <translation>
            <numerusform>%n turn since it was last used</numerusform>
            <numerusform>%n turns since it was last used</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n turn(s) since it was formed</source>
        <translation>
            <numerusform>%n turn since it was formed</numerusform>
            <numerusform>%n turns since it was formed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Used in %n answer(s).</source>
        <translation>
            <numerusform>Used in %n answer.</numerusform>
            <numerusform>Used in %n answers.</numerusform>
        </translation>
    </message>
</context>
</TS>
