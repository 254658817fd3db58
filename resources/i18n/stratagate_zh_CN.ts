<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>AboutDialog</name>
    <message>
        <source>About StrataGate</source>
        <translation>关于 StrataGate</translation>
    </message>
    <message>
        <source>See what AI assistants remember of you, and have a say over it.</source>
        <translation>看清 AI 助手记住了您的什么，并由您来决定。</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Memory file</source>
        <translation>记忆文件</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>Activity</name>
    <message>
        <source>paused: {why}</source>
        <translation>已暂停：{why}</translation>
    </message>
    <message>
        <source>Untitled session</source>
        <translation>无标题的会话</translation>
    </message>
    <message>
        <source>Look for events</source>
        <translation>查找事件</translation>
    </message>
    <message>
        <source>Take into the graph</source>
        <translation>收入图谱</translation>
    </message>
    <message>
        <source>Summarise</source>
        <translation>生成摘要</translation>
    </message>
    <message>
        <source>{what}: {events} of {workspace}</source>
        <translation>{what}：{workspace} 的{events}</translation>
    </message>
    <message>
        <source>{what}: block {number} of {session}</source>
        <translation>{what}：“{session}”的第 {number} 个记忆块</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>running</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>switched off</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>attempt {number} of {limit}</source>
        <translation>第 {number} 次尝试，共 {limit} 次</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>By</source>
        <translation>操作者</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Summarised</source>
        <translation>已生成摘要</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>已找到</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>In all</source>
        <translation>共计</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>记忆块</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>层级</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Started again</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>Not taken</source>
        <translation>未采用</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Other event</source>
        <translation>另一事件</translation>
    </message>
    <message>
        <source>Merged into</source>
        <translation>合并为</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>Longer</source>
        <translation>有增长</translation>
    </message>
    <message>
        <source>Unchanged</source>
        <translation>未变</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>已添加</translation>
    </message>
    <message>
        <source>Odd in the file</source>
        <translation>文件中的异常</translation>
    </message>
    <message>
        <source>Left out on purpose</source>
        <translation>有意略过</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
</context>
<context>
    <name>ActivityPage</name>
    <message>
        <source>Changes</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Background jobs</source>
        <translation>后台任务</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Everything that changed the memory (1)</source>
        <translation>改变过记忆的一切操作 (1)</translation>
    </message>
    <message>
        <source>What waits, runs or failed (2)</source>
        <translation>等待、进行中或失败的任务 (2)</translation>
    </message>
    <message>
        <source>in all workspaces</source>
        <translation>在所有工作区中</translation>
    </message>
    <message>
        <source>Next in the list, previous in the list</source>
        <translation>列表中的下一个、上一个</translation>
    </message>
    <message>
        <source>Undo the chosen change, or bring it back</source>
        <translation>撤销所选变更，或将其恢复</translation>
    </message>
    <message>
        <source>Show what it was about</source>
        <translation>显示它涉及的内容</translation>
    </message>
    <message>
        <source>Retry the chosen job, retry all</source>
        <translation>重试所选任务、重试全部</translation>
    </message>
    <message>
        <source>Changes, background jobs</source>
        <translation>变更、后台任务</translation>
    </message>
    <message>
        <source>Background jobs {count}</source>
        <translation>后台任务 {count}</translation>
    </message>
</context>
<context>
    <name>AnswerCard</name>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Let the model search further from where it stands</source>
        <translation>让模型从目前的进度继续搜索</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Show {title}</source>
        <translation>显示 {title}</translation>
    </message>
    <message>
        <source>This is wrong…</source>
        <translation>这不对…</translation>
    </message>
    <message>
        <source>Go to what the answer rests on, and correct it there</source>
        <translation>前往回答的依据并在那里更正</translation>
    </message>
    <message>
        <source>Correct [{number}] {title}</source>
        <translation>更正 [{number}] {title}</translation>
    </message>
</context>
<context>
    <name>AskPage</name>
    <message>
        <source>Ask your memory a question</source>
        <translation>向你的记忆提问</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>提问</translation>
    </message>
    <message>
        <source>Ask (Enter)</source>
        <translation>提问（回车）</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop; what was found stays (Esc)</source>
        <translation>停止；已找到的内容会保留（Esc）</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>以前</translation>
    </message>
    <message>
        <source>Earlier questions</source>
        <translation>以前的问题</translation>
    </message>
    <message>
        <source>Questions that were asked before</source>
        <translation>以前提过的问题</translation>
    </message>
    <message>
        <source>Steps at most</source>
        <translation>最多步数</translation>
    </message>
    <message>
        <source>How many searches and expansions at most</source>
        <translation>最多搜索和展开多少次</translation>
    </message>
    <message>
        <source>Steps taken</source>
        <translation>已进行的步骤</translation>
    </message>
    <message>
        <source>Ask, or search again</source>
        <translation>提问，或再次搜索</translation>
    </message>
    <message>
        <source>{model} searches and answers; the evidence gate decides what counts.</source>
        <translation>{model} 搜索并回答；由证据门决定哪些算数。</translation>
    </message>
    <message>
        <source>No model is set up: you search, open, and mark what answers it.</source>
        <translation>没有设置模型：由你搜索、打开并标出答案。</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>Searching: {done} of at most {total} steps taken.</source>
        <translation>正在搜索：最多 {total} 步，已进行 {done} 步。</translation>
    </message>
    <message>
        <source>Ask your memory</source>
        <translation>向你的记忆提问</translation>
    </message>
    <message>
        <source>Put a question above. You see every search, what the evidence gate made of it, and which memories the answer used. Only these grow in weight.</source>
        <translation>在上方提问。你会看到每次搜索、证据门的判断，以及回答用到的记忆。只有这些记忆会增加权重。</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Open the sample</source>
        <translation>打开示例</translation>
    </message>
</context>
<context>
    <name>Asks</name>
    <message>
        <source>Searched events</source>
        <translation>搜索事件</translation>
    </message>
    <message>
        <source>Searched messages</source>
        <translation>搜索消息</translation>
    </message>
    <message>
        <source>Opened event</source>
        <translation>打开事件</translation>
    </message>
    <message>
        <source>Opened block</source>
        <translation>打开记忆块</translation>
    </message>
    <message>
        <source>sufficient</source>
        <translation>充分</translation>
    </message>
    <message>
        <source>partial</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>不符</translation>
    </message>
    <message>
        <source>not enough evidence</source>
        <translation>证据不足</translation>
    </message>
    <message>
        <source>not answered yet</source>
        <translation>尚未回答</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>A reply was not of the wanted form</source>
        <translation>一次回复的格式不符</translation>
    </message>
    <message>
        <source>A step that cannot be taken was left out</source>
        <translation>略过了无法执行的一步</translation>
    </message>
    <message>
        <source>An answer was wanted without evidence</source>
        <translation>没有证据就要作答</translation>
    </message>
    <message>
        <source>The answer named what is no evidence</source>
        <translation>回答引用了并非证据的内容</translation>
    </message>
    <message>
        <source>The answer named no evidence</source>
        <translation>回答没有引用证据</translation>
    </message>
    <message>
        <source>The model could not go on</source>
        <translation>模型无法继续</translation>
    </message>
    <message>
        <source>it is no reference</source>
        <translation>它不是引用</translation>
    </message>
    <message>
        <source>it is named twice</source>
        <translation>它被重复提到</translation>
    </message>
    <message>
        <source>it was not found</source>
        <translation>它不在找到的结果中</translation>
    </message>
    <message>
        <source>it is one too many</source>
        <translation>它超出了数量上限</translation>
    </message>
    <message>
        <source>no step was named</source>
        <translation>没有指明步骤</translation>
    </message>
    <message>
        <source>it was taken before</source>
        <translation>这一步已经做过</translation>
    </message>
    <message>
        <source>it names what was not found</source>
        <translation>它提到了没有找到的内容</translation>
    </message>
    <message>
        <source>it is gone</source>
        <translation>它已不存在</translation>
    </message>
    <message>
        <source>it looks for nothing</source>
        <translation>没有要查找的内容</translation>
    </message>
    <message>
        <source>there is no such step</source>
        <translation>没有这种步骤</translation>
    </message>
    <message>
        <source>it is in no block yet</source>
        <translation>它还不在任何记忆块中</translation>
    </message>
    <message>
        <source>it is no evidence</source>
        <translation>它不是证据</translation>
    </message>
    <message>
        <source>it is not JSON</source>
        <translation>它不是 JSON</translation>
    </message>
    <message>
        <source>it is cut off</source>
        <translation>它不完整</translation>
    </message>
    <message>
        <source>the model refused</source>
        <translation>模型拒绝了</translation>
    </message>
    <message>
        <source>it is too large</source>
        <translation>它太大了</translation>
    </message>
    <message>
        <source>there is no message in it</source>
        <translation>其中没有消息</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>它是空的</translation>
    </message>
    <message>
        <source>it names no evidence</source>
        <translation>它没有指明证据</translation>
    </message>
    <message>
        <source>You answered it yourself, from what is named below.</source>
        <translation>你自己作了回答，依据如下。</translation>
    </message>
    <message>
        <source>What was found is not enough for an answer.</source>
        <translation>找到的内容不足以作答。</translation>
    </message>
    <message>
        <source>Missing: {what}</source>
        <translation>缺少：{what}</translation>
    </message>
    <message>
        <source>The model did not answer. What was found until then is kept.</source>
        <translation>模型没有回答。此前找到的内容会保留。</translation>
    </message>
    <message>
        <source>Search, open what looks right, mark what answers the question, and record it.</source>
        <translation>搜索、打开看起来对的内容，标出回答问题的内容并记录。</translation>
    </message>
    <message>
        <source>The evidence so far does not answer the question.</source>
        <translation>目前的证据不足以回答这个问题。</translation>
    </message>
    <message>
        <source>{title} at L{level}</source>
        <translation>{title}，L{level}</translation>
    </message>
    <message>
        <source>Refused {ref}: {reason}</source>
        <translation>拒绝 {ref}：{reason}</translation>
    </message>
    <message>
        <source>{ref}, gone since</source>
        <translation>{ref}，已不存在</translation>
    </message>
    <message>
        <source>Untitled session</source>
        <translation>无标题会话</translation>
    </message>
    <message>
        <source>Block {number} of {session}</source>
        <translation>“{session}”的记忆块 {number}</translation>
    </message>
    <message>
        <source>Message in {session}</source>
        <translation>“{session}”中的消息</translation>
    </message>
    <message>
        <source>weight {before} → {after} · used {was}× → {now}×</source>
        <translation>权重 {before} → {after} · 使用 {was}× → {now}×</translation>
    </message>
    <message>
        <source>weight unchanged at {weight}</source>
        <translation>权重不变，为 {weight}</translation>
    </message>
</context>
<context>
    <name>AssistantDialog</name>
    <message>
        <source>From another assistant</source>
        <translation>来自其他助手</translation>
    </message>
    <message>
        <source>Language of the prompt</source>
        <translation>提示词的语言</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Copy the prompt</source>
        <translation>复制提示词</translation>
    </message>
    <message>
        <source>another assistant</source>
        <translation>其他助手</translation>
    </message>
    <message>
        <source>Name of the assistant</source>
        <translation>助手名称</translation>
    </message>
    <message>
        <source>Paste its answer here: JSON, or simply what it remembers, a sentence a line</source>
        <translation>在此粘贴它的回答：JSON，或直接写它记得的内容，每行一句</translation>
    </message>
    <message>
        <source>Answer of the assistant</source>
        <translation>助手的回答</translation>
    </message>
    <message>
        <source>Preview…</source>
        <translation>预览…</translation>
    </message>
    <message>
        <source>1 · Give it this prompt</source>
        <translation>1 · 把这段提示词给它</translation>
    </message>
    <message>
        <source>In a new chat of the assistant that remembers you.</source>
        <translation>在记得你的那个助手的新对话中。</translation>
    </message>
    <message>
        <source>2 · Paste its answer</source>
        <translation>2 · 粘贴它的回答</translation>
    </message>
    <message>
        <source>It is</source>
        <translation>它是</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Nothing is written until you commit.</source>
        <translation>提交之前不会写入任何内容。</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>BlockCard</name>
    <message>
        <source>Text of the block</source>
        <translation>记忆块的文本</translation>
    </message>
    <message>
        <source>L0: title and tags (0)</source>
        <translation>L0：标题和标签 (0)</translation>
    </message>
    <message>
        <source>L1: short summary (1)</source>
        <translation>L1：简短摘要 (1)</translation>
    </message>
    <message>
        <source>L2: key facts (2)</source>
        <translation>L2：关键事实 (2)</translation>
    </message>
    <message>
        <source>L3: condensed conversation (3)</source>
        <translation>L3：精简的对话 (3)</translation>
    </message>
    <message>
        <source>L4: near-verbatim conversation (4)</source>
        <translation>L4：近乎原文的对话 (4)</translation>
    </message>
    <message>
        <source>L5: the messages themselves (5)</source>
        <translation>L5：消息原文 (5)</translation>
    </message>
    <message>
        <source>Looking changes nothing.</source>
        <translation>查看不会改变任何内容。</translation>
    </message>
    <message>
        <source>Level to look at</source>
        <translation>要查看的层级</translation>
    </message>
    <message>
        <source>Hide messages</source>
        <translation>隐藏消息</translation>
    </message>
    <message numerus="yes">
        <source>Show %n message(s)</source>
        <translation>
            <numerusform>显示 %n 条消息</numerusform>
        </translation>
    </message>
    <message>
        <source>Open tail</source>
        <translation>未封存的对话</translation>
    </message>
    <message>
        <source>{turns} of {block_turns} turns</source>
        <translation>{turns} / {block_turns} 轮</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>已保留</translation>
    </message>
    <message>
        <source>Expand</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>It stays at L5 until newer blocks are ready. Undo takes it back.</source>
        <translation>它会保持在 L5，直到有更新的记忆块就绪。可以撤销。</translation>
    </message>
    <message>
        <source>Lift the block to L{level} (E); it fades again from there. Undo takes it back.</source>
        <translation>把记忆块提升到 L{level} (E)，之后从那里重新淡化。可以撤销。</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Retry now</source>
        <translation>立即重试</translation>
    </message>
    <message>
        <source>Make the summary now, with all its attempts (E)</source>
        <translation>现在生成摘要，并重新获得全部尝试次数 (E)</translation>
    </message>
</context>
<context>
    <name>CandidateDetail</name>
    <message>
        <source>Choose a memory to see it beside what is known.</source>
        <translation>选择一条记忆，与已知内容对照查看。</translation>
    </message>
    <message>
        <source>Other matches</source>
        <translation>其他匹配</translation>
    </message>
    <message>
        <source>It could not be judged.</source>
        <translation>无法判断。</translation>
    </message>
    <message>
        <source>Judge again</source>
        <translation>重新判断</translation>
    </message>
    <message>
        <source>Incoming, edited</source>
        <translation>传入（已修改）</translation>
    </message>
    <message>
        <source>Incoming</source>
        <translation>传入</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Change title, summary and times before it is written (E)</source>
        <translation>写入前修改标题、摘要和时间（E）</translation>
    </message>
    <message>
        <source>Happened</source>
        <translation>发生</translation>
    </message>
    <message>
        <source>Mentioned</source>
        <translation>提及</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Quote</source>
        <translation>引文</translation>
    </message>
    <message>
        <source>In the file</source>
        <translation>文件位置</translation>
    </message>
    <message>
        <source>In your memory</source>
        <translation>已有记忆</translation>
    </message>
    <message>
        <source>In your memory · match {share}</source>
        <translation>已有记忆 · 匹配 {share}</translation>
    </message>
    <message>
        <source>{weight} → capped at {cap}</source>
        <translation>{weight} → 上限 {cap}</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Untitled session</source>
        <translation>无标题会话</translation>
    </message>
    <message>
        <source>Save for later and show the words in their conversation</source>
        <translation>留待以后，并在会话中显示原话</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>compare with this</source>
        <translation>与此对照</translation>
    </message>
    <message>
        <source>↓ replaces</source>
        <translation>↓ 取代</translation>
    </message>
    <message>
        <source>↓ becomes one with</source>
        <translation>↓ 合并为一</translation>
    </message>
    <message>
        <source>↓ contradicts</source>
        <translation>↓ 冲突</translation>
    </message>
    <message>
        <source>↓ is known as</source>
        <translation>↓ 已知为</translation>
    </message>
</context>
<context>
    <name>CandidateEdit</name>
    <message>
        <source>Edit incoming memory</source>
        <translation>编辑传入的记忆</translation>
    </message>
    <message>
        <source>2026, 2026-03, 2026-03-04, or two with .. between</source>
        <translation>2026、2026-03、2026-03-04，或用 .. 连接两个</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Happened</source>
        <translation>发生</translation>
    </message>
    <message>
        <source>In words</source>
        <translation>原话</translation>
    </message>
    <message>
        <source>A title is needed.</source>
        <translation>需要标题。</translation>
    </message>
    <message>
        <source>A summary is needed.</source>
        <translation>需要摘要。</translation>
    </message>
    <message>
        <source>The summary may have {limit} characters.</source>
        <translation>摘要最多 {limit} 个字符。</translation>
    </message>
    <message>
        <source>When it happened is a year, a month, a day, or two with .. between.</source>
        <translation>发生时间应为年、月、日，或用 .. 连接两个。</translation>
    </message>
</context>
<context>
    <name>CandidateTable</name>
    <message>
        <source>Incoming memories</source>
        <translation>传入的记忆</translation>
    </message>
    <message>
        <source>J and K or the arrows move, 1 to 5 decide, E edits the words</source>
        <translation>J、K 或方向键移动，1 到 5 决定，E 修改文字</translation>
    </message>
</context>
<context>
    <name>Candidates</name>
    <message>
        <source>Ignore</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>Supersede</source>
        <translation>取代</translation>
    </message>
    <message>
        <source>Conflict</source>
        <translation>冲突</translation>
    </message>
    <message>
        <source>Ignore · only its words are kept</source>
        <translation>忽略 · 只保留原话</translation>
    </message>
    <message>
        <source>Add · a new event</source>
        <translation>新增 · 一个新事件</translation>
    </message>
    <message>
        <source>Merge · one event with the sources of both</source>
        <translation>合并 · 一个事件，保留双方来源</translation>
    </message>
    <message>
        <source>Supersede · the old event stays as history</source>
        <translation>取代 · 旧事件留作历史</translation>
    </message>
    <message>
        <source>Conflict · both stay, and both say so</source>
        <translation>冲突 · 两者保留并互相标明</translation>
    </message>
    <message>
        <source>Word for word “{title}”</source>
        <translation>与“{title}”逐字相同</translation>
    </message>
    <message>
        <source>Stands in the file before</source>
        <translation>文件前面已有</translation>
    </message>
    <message>
        <source>Nothing to keep</source>
        <translation>没有可保留的内容</translation>
    </message>
    <message>
        <source>No similar memory</source>
        <translation>没有相似的记忆</translation>
    </message>
    <message>
        <source>Same as “{title}”</source>
        <translation>与“{title}”相同</translation>
    </message>
    <message>
        <source>Less than “{title}”</source>
        <translation>少于“{title}”</translation>
    </message>
    <message>
        <source>More than “{title}”</source>
        <translation>多于“{title}”</translation>
    </message>
    <message>
        <source>Close to “{title}”</source>
        <translation>接近“{title}”</translation>
    </message>
    <message>
        <source>Replaces “{title}”</source>
        <translation>取代“{title}”</translation>
    </message>
    <message>
        <source>Against “{title}”</source>
        <translation>与“{title}”冲突</translation>
    </message>
    <message>
        <source>No event was named for it</source>
        <translation>没有指明事件</translation>
    </message>
    <message>
        <source>instruction</source>
        <translation>指示</translation>
    </message>
    <message>
        <source>preference</source>
        <translation>偏好</translation>
    </message>
    <message>
        <source>fact</source>
        <translation>事实</translation>
    </message>
    <message>
        <source>event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>identity</source>
        <translation>身份</translation>
    </message>
    <message>
        <source>career</source>
        <translation>职业</translation>
    </message>
    <message>
        <source>project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Incoming memory</source>
        <translation>传入的记忆</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>处理</translation>
    </message>
    <message>
        <source>Sure</source>
        <translation>把握</translation>
    </message>
    <message>
        <source>Because</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>needs you</source>
        <translation>需要你</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>you</source>
        <translation>你</translation>
    </message>
    <message>
        <source>add {count}</source>
        <translation>新增 {count}</translation>
    </message>
    <message>
        <source>merge {count}</source>
        <translation>合并 {count}</translation>
    </message>
    <message>
        <source>supersede {count}</source>
        <translation>取代 {count}</translation>
    </message>
    <message>
        <source>ignore {count}</source>
        <translation>忽略 {count}</translation>
    </message>
    <message>
        <source>Will {what}. The original text is kept. You can undo the whole batch later.</source>
        <translation>将{what}。原文会保留。以后可以整批撤销。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>CardArea</name>
    <message>
        <source>How it got there</source>
        <translation>得出过程</translation>
    </message>
</context>
<context>
    <name>CardList</name>
    <message>
        <source>Blocks</source>
        <translation>记忆块</translation>
    </message>
</context>
<context>
    <name>ChangeList</name>
    <message>
        <source>undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo this change</source>
        <translation>撤销这项更改</translation>
    </message>
    <message>
        <source>Edited: {fields}</source>
        <translation>编辑了：{fields}</translation>
    </message>
    <message>
        <source>You pinned it</source>
        <translation>您将其置顶</translation>
    </message>
    <message>
        <source>You unpinned it</source>
        <translation>您取消了置顶</translation>
    </message>
    <message>
        <source>{who} pinned it</source>
        <translation>{who}将其置顶</translation>
    </message>
    <message>
        <source>{who} unpinned it</source>
        <translation>{who}将其取消置顶</translation>
    </message>
    <message numerus="yes">
        <source>{what} with %n other(s)</source>
        <translation>
            <numerusform>{what}，连同另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Used in an answer</source>
        <translation>在回答中使用</translation>
    </message>
    <message>
        <source>Extracted from block {number}</source>
        <translation>提取自记忆块 {number}</translation>
    </message>
    <message>
        <source>Extracted from the conversation</source>
        <translation>提取自对话</translation>
    </message>
    <message>
        <source>Changed by what was said later</source>
        <translation>因后来说的话而改变</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Search results</source>
        <translation>搜索结果</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>↑ ↓ to move · Enter to open · Esc to close</source>
        <translation>↑ ↓ 移动 · Enter 打开 · Esc 关闭</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>Nothing found for “{text}”</source>
        <translation>没有找到“{text}”</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图谱</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message numerus="yes">
        <source>%n turn(s)</source>
        <translation>
            <numerusform>%n 轮</numerusform>
        </translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
</context>
<context>
    <name>Comparison</name>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>记忆块</translation>
    </message>
    <message>
        <source>{kind} {title}</source>
        <translation>{kind}{title}</translation>
    </message>
    <message>
        <source>workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>uses</source>
        <translation>使用次数</translation>
    </message>
    <message>
        <source>turns</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>记忆块</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>level it fades from</source>
        <translation>开始淡化的层级</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>cap of its weight</source>
        <translation>权重上限</translation>
    </message>
    <message>
        <source>waits for its summary</source>
        <translation>等待摘要</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
</context>
<context>
    <name>ComparisonView</name>
    <message>
        <source>New: {counts}</source>
        <translation>新增：{counts}</translation>
    </message>
    <message>
        <source>Gone: {counts}</source>
        <translation>移除：{counts}</translation>
    </message>
    <message>
        <source>Before and after</source>
        <translation>变更前后</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>……以及另外 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>It went with this change.</source>
        <translation>它随此更改一并移除。</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Show {what}</source>
        <translation>查看{what}</translation>
    </message>
    <message>
        <source>{name} before: {value}</source>
        <translation>{name}，变更前：{value}</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>{name} after: {value}</source>
        <translation>{name}，变更后：{value}</translation>
    </message>
</context>
<context>
    <name>Controls</name>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Neighbours</source>
        <translation>相邻</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>聚类</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>显示内容</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>How many steps away neighbours may be</source>
        <translation>相邻节点最远相隔几步</translation>
    </message>
    <message>
        <source>Fold all</source>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应</translation>
    </message>
    <message>
        <source>Show everything (F)</source>
        <translation>显示全部 (F)</translation>
    </message>
    <message>
        <source>Show it at its own size (1)</source>
        <translation>按原始大小显示 (1)</translation>
    </message>
    <message>
        <source>Save as a picture, lay out again, rebuild</source>
        <translation>保存图片、重新布局、重建</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Any</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>At any time</source>
        <translation>任何时间</translation>
    </message>
    <message>
        <source>In the last 30 days</source>
        <translation>最近 30 天</translation>
    </message>
    <message>
        <source>In the last 90 days</source>
        <translation>最近 90 天</translation>
    </message>
    <message>
        <source>In the last year</source>
        <translation>最近一年</translation>
    </message>
    <message>
        <source>Not the smallest</source>
        <translation>不含最小的</translation>
    </message>
    <message>
        <source>Medium and large</source>
        <translation>中等和较大</translation>
    </message>
    <message>
        <source>Only large</source>
        <translation>只看较大的</translation>
    </message>
    <message>
        <source>Show only nodes of this kind, and of others that are on</source>
        <translation>只显示这类节点以及其他已选的类别</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图谱</translation>
    </message>
    <message>
        <source>Unfold all</source>
        <translation>全部展开</translation>
    </message>
</context>
<context>
    <name>ConversationDetail</name>
    <message>
        <source>What importing it makes</source>
        <translation>导入后得到</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) on purpose</source>
        <translation>
            <numerusform>有意略去 %n 条消息</numerusform>
        </translation>
    </message>
    <message>
        <source>Said</source>
        <translation>说于</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>未采用的内容</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>In the file</source>
        <translation>文件位置</translation>
    </message>
    <message>
        <source>about {tokens} tokens</source>
        <translation>约 {tokens} 个词元</translation>
    </message>
</context>
<context>
    <name>ConversationPlans</name>
    <message>
        <source>New</source>
        <translation>新的</translation>
    </message>
    <message>
        <source>Longer</source>
        <translation>有新增</translation>
    </message>
    <message>
        <source>There</source>
        <translation>已有</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>New · a session of its own</source>
        <translation>新的 · 成为单独的会话</translation>
    </message>
    <message>
        <source>Longer · goes on where your memory ends</source>
        <translation>有新增 · 接在已有内容之后</translation>
    </message>
    <message>
        <source>There · nothing is new in it</source>
        <translation>已有 · 没有新内容</translation>
    </message>
    <message>
        <source>Skipped · it cannot be imported</source>
        <translation>已跳过 · 无法导入</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>+{added} of {all}</source>
        <translation>+{added} / {all}</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Nothing would be imported.</source>
        <translation>不会导入任何内容。</translation>
    </message>
    <message>
        <source>Would import {what}: {messages}, about {tokens} tokens, {blocks}.</source>
        <translation>将导入{what}：{messages}，约 {tokens} 个词元，{blocks}。</translation>
    </message>
    <message>
        <source> and </source>
        <translation>和</translation>
    </message>
    <message>
        <source>{left}.</source>
        <translation>{left}。</translation>
    </message>
    <message>
        <source>The model would cost about {cost} for it.</source>
        <translation>模型费用约 {cost}。</translation>
    </message>
    <message>
        <source>You can undo it later.</source>
        <translation>之后可以撤销。</translation>
    </message>
    <message>
        <source>{count} files</source>
        <translation>{count} 个文件</translation>
    </message>
</context>
<context>
    <name>ConversationTable</name>
    <message>
        <source>Conversations of the file</source>
        <translation>文件中的对话</translation>
    </message>
    <message>
        <source>J and K or the arrows move, Space checks, A checks all, N none</source>
        <translation>J 和 K 或方向键移动，空格勾选，A 全选，N 全不选</translation>
    </message>
</context>
<context>
    <name>ConversationsDialog</name>
    <message>
        <source>Preview import</source>
        <translation>预览导入</translation>
    </message>
    <message>
        <source>Check all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Check none</source>
        <translation>全不选</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>Where new conversations go; what is there already stays where it is</source>
        <translation>新对话放到哪里；已有的留在原处</translation>
    </message>
    <message>
        <source>By the rules</source>
        <translation>按规则</translation>
    </message>
    <message>
        <source>Check everything that is shown (A)</source>
        <translation>勾选所有显示的对话 (A)</translation>
    </message>
    <message>
        <source>Check nothing of what is shown (N)</source>
        <translation>取消勾选所有显示的对话 (N)</translation>
    </message>
    <message>
        <source>Close; nothing was written (Esc)</source>
        <translation>关闭；没有写入任何内容 (Esc)</translation>
    </message>
    <message>
        <source>Into</source>
        <translation>放入</translation>
    </message>
    <message>
        <source>nothing is written until you import</source>
        <translation>导入之前不会写入任何内容</translation>
    </message>
    <message>
        <source>All {count}</source>
        <translation>全部 {count}</translation>
    </message>
    <message>
        <source>No conversation is of this kind.</source>
        <translation>没有这类对话。</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>Import what is checked (Ctrl+Enter)</source>
        <translation>导入已勾选的对话 (Ctrl+Enter)</translation>
    </message>
</context>
<context>
    <name>CopyContextButton</name>
    <message>
        <source>Copy what an assistant sees of this session now, secrets masked (C)</source>
        <translation>复制助手现在看到的这个会话的内容，密钥等已隐藏 (C)</translation>
    </message>
    <message>
        <source>Copy context</source>
        <translation>复制上下文</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>Corrections</name>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>The name until now stays as another name of it.</source>
        <translation>现有名称会保留为别名。</translation>
    </message>
    <message>
        <source>Another name</source>
        <translation>别名</translation>
    </message>
    <message>
        <source>What else is it called? Whatever has that name is then this node.</source>
        <translation>它还叫什么？有该名称的内容都会归到这个节点。</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
</context>
<context>
    <name>DayDialog</name>
    <message>
        <source>First day on which it no longer holds</source>
        <translation>不再成立的第一天</translation>
    </message>
</context>
<context>
    <name>DependentsDialog</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo “{what}” and what came after it?</source>
        <translation>要撤销“{what}”及其之后的更改吗？</translation>
    </message>
    <message>
        <source>Later changes rest on it. They would be undone as well:</source>
        <translation>后来的更改以它为基础，也会一并撤销：</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>……还有 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo all of it</source>
        <translation>全部撤销</translation>
    </message>
    <message>
        <source>Keep everything</source>
        <translation>全部保留</translation>
    </message>
</context>
<context>
    <name>DetailPane</name>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Correct what is remembered (E)</source>
        <translation>更正所记住的内容 (E)</translation>
    </message>
    <message>
        <source>Forget (Delete), archive, restore, scope, criticality</source>
        <translation>遗忘 (Delete)、归档、恢复、范围、重要程度</translation>
    </message>
    <message>
        <source>History of this fact</source>
        <translation>这一事实的历史</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>证据</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>未采用的内容</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已置顶</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Let it fade again (Space)</source>
        <translation>让它重新开始衰减（空格）</translation>
    </message>
    <message>
        <source>Keep it at full weight (Space)</source>
        <translation>让它保持最高权重（空格）</translation>
    </message>
    <message>
        <source>Mentioned</source>
        <translation>提到时间</translation>
    </message>
    <message>
        <source>Happened</source>
        <translation>发生时间</translation>
    </message>
    <message>
        <source>People and things</source>
        <translation>人和事物</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Kept at least</source>
        <translation>最低权重</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>The words of the source</source>
        <translation>来源的原话</translation>
    </message>
    <message>
        <source>Events with {name}</source>
        <translation>与{name}有关的事件</translation>
    </message>
    <message>
        <source>{kind} · floor {floor} (pinned: {weight})</source>
        <translation>{kind} · 下限 {floor}（置顶：{weight}）</translation>
    </message>
    <message>
        <source>{kind} · floor {floor}</source>
        <translation>{kind} · 下限 {floor}</translation>
    </message>
    <message numerus="yes">
        <source>%n more message(s)</source>
        <translation>
            <numerusform>还有 %n 条消息</numerusform>
        </translation>
    </message>
    <message>
        <source>No message stands for it any more.</source>
        <translation>已没有消息可作证据。</translation>
    </message>
</context>
<context>
    <name>DropOverlay</name>
    <message>
        <source>Drop to import</source>
        <translation>松开即可导入</translation>
    </message>
</context>
<context>
    <name>EditDialog</name>
    <message>
        <source>2026, 2026-03, 2026-03-04 or 2026-03-04..2026-03-09; empty: not known</source>
        <translation>2026、2026-03、2026-03-04 或 2026-03-04..2026-03-09；留空：不知道</translation>
    </message>
    <message>
        <source>The words of the source, such as: next week</source>
        <translation>原话，例如：下周</translation>
    </message>
    <message>
        <source>2026-03-04T10:00+01:00; empty: not known</source>
        <translation>2026-03-04T10:00+01:00；留空：不知道</translation>
    </message>
    <message>
        <source>Separated by commas</source>
        <translation>以逗号分隔</translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation>标题 (&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Summary</source>
        <translation>摘要 (&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Happened</source>
        <translation>发生时间 (&amp;H)</translation>
    </message>
    <message>
        <source>In the &amp;words</source>
        <translation>原话 (&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Mentioned</source>
        <translation>提到时间 (&amp;M)</translation>
    </message>
    <message>
        <source>&amp;People and things</source>
        <translation>人和事物 (&amp;P)</translation>
    </message>
    <message>
        <source>Ta&amp;gs</source>
        <translation>标签 (&amp;G)</translation>
    </message>
    <message>
        <source>T&amp;ype</source>
        <translation>类型 (&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Did it happen</source>
        <translation>是否发生 (&amp;D)</translation>
    </message>
    <message>
        <source>Sc&amp;ope</source>
        <translation>范围 (&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Kept as</source>
        <translation>重要程度 (&amp;K)</translation>
    </message>
</context>
<context>
    <name>EventActions</name>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>遗忘</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>归档</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Merge…</source>
        <translation>合并…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>How two stand to each other</source>
        <translation>两者的关系</translation>
    </message>
    <message>
        <source>The newer supersedes the older</source>
        <translation>较新的取代较旧的</translation>
    </message>
    <message>
        <source>They conflict</source>
        <translation>两者冲突</translation>
    </message>
    <message>
        <source>They say the same</source>
        <translation>两者说的是同一件事</translation>
    </message>
    <message>
        <source>They are related</source>
        <translation>两者相关</translation>
    </message>
    <message>
        <source>Take their relations away</source>
        <translation>移除两者的关系</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Criticality</source>
        <translation>重要程度</translation>
    </message>
</context>
<context>
    <name>EventCard</name>
    <message>
        <source>Unpin (Space)</source>
        <translation>取消置顶（空格）</translation>
    </message>
    <message>
        <source>Pin (Space)</source>
        <translation>置顶（空格）</translation>
    </message>
    <message>
        <source>Said: {time}
Enter opens it, Space pins or unpins it</source>
        <translation>说于：{time}
Enter 打开，空格置顶或取消置顶</translation>
    </message>
    <message>
        <source>used {count}×</source>
        <translation>使用 {count} 次</translation>
    </message>
    <message numerus="yes">
        <source>Used in %n answer(s)</source>
        <translation>
            <numerusform>在 %n 个回答中使用过</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conflict(s)</source>
        <translation>
            <numerusform>%n 处冲突</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EventChanges</name>
    <message>
        <source>Edit event</source>
        <translation>编辑事件</translation>
    </message>
    <message>
        <source>The evidence stays as it is. Activity keeps the words from before.</source>
        <translation>证据保持不变。活动中保留原来的文字。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message numerus="yes">
        <source>The new event keeps all evidence: %n message(s).</source>
        <translation>
            <numerusform>新事件保留全部证据：%n 条消息。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It supersedes %n event(s); you can undo this.</source>
        <translation>
            <numerusform>它取代 %n 个事件；可以撤销。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Merge %n event(s)</source>
        <translation>
            <numerusform>合并 %n 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no room for: {names}</source>
        <translation>放不下：{names}</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>合并</translation>
    </message>
</context>
<context>
    <name>EventDelegate</name>
    <message>
        <source>Unpin (Space)</source>
        <translation>取消置顶（空格）</translation>
    </message>
    <message>
        <source>Pin (Space)</source>
        <translation>置顶（空格）</translation>
    </message>
    <message>
        <source>Said: {time}</source>
        <translation>说于：{time}</translation>
    </message>
    <message numerus="yes">
        <source>Used in %n answer(s)</source>
        <translation>
            <numerusform>在 %n 个回答中使用过</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EventTable</name>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>J and K or the arrows move, Space pins, E edits, Delete forgets, Enter opens the source</source>
        <translation>J、K 或方向键移动，空格键置顶，E 编辑，Delete 遗忘，Enter 打开出处</translation>
    </message>
    <message>
        <source>Event, weight, happened and used order the table</source>
        <translation>可按事件、权重、发生时间和使用次数排序</translation>
    </message>
</context>
<context>
    <name>EventsModel</name>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Happened</source>
        <translation>发生时间</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>已置顶</translation>
    </message>
    <message>
        <source>not pinned</source>
        <translation>未置顶</translation>
    </message>
</context>
<context>
    <name>EventsPage</name>
    <message>
        <source>No events yet</source>
        <translation>还没有事件</translation>
    </message>
    <message>
        <source>Decisions, plans, meetings and incidents are found in conversations when a block of them is summarised. Each keeps the words it rests on.</source>
        <translation>对话中的记忆块生成摘要时，会从中找出决定、计划、会议和事故。每个事件都保留它所依据的原话。</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Open the sample</source>
        <translation>打开示例</translation>
    </message>
    <message>
        <source>Next event, previous event</source>
        <translation>下一个事件、上一个事件</translation>
    </message>
    <message>
        <source>Pin or unpin what is selected</source>
        <translation>置顶或取消置顶所选事件</translation>
    </message>
    <message>
        <source>Show the source in its conversation</source>
        <translation>在对话中显示来源</translation>
    </message>
    <message>
        <source>Filter events</source>
        <translation>筛选事件</translation>
    </message>
    <message>
        <source>Order of the table</source>
        <translation>表格的排序</translation>
    </message>
    <message>
        <source>Table, cards, timeline</source>
        <translation>表格、卡片、时间线</translation>
    </message>
</context>
<context>
    <name>EvidenceCard</name>
    <message>
        <source>Untitled session</source>
        <translation>无标题的会话</translation>
    </message>
    <message>
        <source>show in conversation</source>
        <translation>在对话中显示</translation>
    </message>
    <message>
        <source>Show the message in its conversation (Enter)</source>
        <translation>在对话中显示这条消息 (Enter)</translation>
    </message>
    <message>
        <source>You</source>
        <translation>您</translation>
    </message>
    <message>
        <source>{who}, {time}</source>
        <translation>{who}，{time}</translation>
    </message>
    <message>
        <source>open tail</source>
        <translation>未封存的对话</translation>
    </message>
    <message>
        <source>block {number}</source>
        <translation>记忆块 {number}</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>Everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图谱</translation>
    </message>
    <message>
        <source>CSV table</source>
        <translation>CSV 表格</translation>
    </message>
    <message>
        <source>Zip of JSON files</source>
        <translation>JSON 文件的 zip 包</translation>
    </message>
    <message>
        <source>Import reads all of it back.</source>
        <translation>导入时可以完整读回。</translation>
    </message>
    <message>
        <source>Nodes, facts and edges with their intervals and source events.</source>
        <translation>节点、事实和边，连同它们的时间区间和来源事件。</translation>
    </message>
    <message>
        <source>For programs that draw and compute graphs.</source>
        <translation>供绘制和计算图的程序使用。</translation>
    </message>
    <message>
        <source>Notes to read and to search.</source>
        <translation>供阅读和搜索的笔记。</translation>
    </message>
    <message>
        <source>For spreadsheets; nothing in it runs as a formula.</source>
        <translation>供电子表格使用；其中没有内容会作为公式运行。</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>&amp;Mask keys, tokens and passwords</source>
        <translation>遮盖密钥、令牌和密码(&amp;M)</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>&amp;What</source>
        <translation>内容(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Of</source>
        <translation>范围(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation>格式(&amp;F)</translation>
    </message>
    <message>
        <source>One file is written on this computer; the memory stays as it is.</source>
        <translation>只在这台电脑上写一个文件；记忆保持不变。</translation>
    </message>
    <message numerus="yes">
        <source>%n selected event(s)</source>
        <translation>
            <numerusform>选中的 %n 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n selected conversation(s)</source>
        <translation>
            <numerusform>选中的 %n 个对话</numerusform>
        </translation>
    </message>
    <message>
        <source>All workspaces</source>
        <translation>所有工作区</translation>
    </message>
</context>
<context>
    <name>Exporter</name>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Exported to {file}</source>
        <translation>已导出到 {file}</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message numerus="yes">
        <source>%n event(s)</source>
        <translation>
            <numerusform>%n 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s)</source>
        <translation>
            <numerusform>%n 个对话</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n edge(s)</source>
        <translation>
            <numerusform>%n 条边</numerusform>
        </translation>
    </message>
    <message>
        <source>No file was written.</source>
        <translation>没有写入文件。</translation>
    </message>
    <message>
        <source>Export stopped</source>
        <translation>导出已停止</translation>
    </message>
</context>
<context>
    <name>FactBars</name>
    <message>
        <source>Facts over time</source>
        <translation>事实随时间的变化</translation>
    </message>
</context>
<context>
    <name>Failure</name>
    <message>
        <source>Another program is using the memory file right now</source>
        <translation>另一个程序正在使用记忆文件</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>没有做任何更改。</translation>
    </message>
    <message>
        <source>Wait until it has finished, or close it, and try again.</source>
        <translation>请等它结束，或将其关闭，然后重试。</translation>
    </message>
    <message>
        <source>This memory file was made by a newer version</source>
        <translation>这个记忆文件由更新的版本创建</translation>
    </message>
    <message>
        <source>The file was not touched: {path} (version {found}, this program reads up to {supported}).</source>
        <translation>文件未被改动：{path}（版本 {found}，本程序最高支持 {supported}）。</translation>
    </message>
    <message>
        <source>Update StrataGate, or open another file.</source>
        <translation>请更新 StrataGate，或打开另一个文件。</translation>
    </message>
    <message>
        <source>This file is not a memory file of StrataGate</source>
        <translation>这不是 StrataGate 的记忆文件</translation>
    </message>
    <message>
        <source>It was not touched: {path}</source>
        <translation>文件未被改动：{path}</translation>
    </message>
    <message>
        <source>Open another file, or give a name that does not exist yet.</source>
        <translation>请打开另一个文件，或输入一个尚不存在的名称。</translation>
    </message>
    <message>
        <source>The memory file is damaged</source>
        <translation>记忆文件已损坏</translation>
    </message>
    <message>
        <source>It was not changed and not deleted: {path}</source>
        <translation>文件未被更改或删除：{path}</translation>
    </message>
    <message>
        <source>Keep a copy of it, then open a backup from the same folder.</source>
        <translation>请先保留一份副本，再打开同一文件夹中的备份。</translation>
    </message>
    <message>
        <source>The model did not answer</source>
        <translation>模型没有响应</translation>
    </message>
    <message>
        <source>The original words are saved.</source>
        <translation>原话已经保存。</translation>
    </message>
    <message>
        <source>It will be tried again by itself.</source>
        <translation>稍后会自动重试。</translation>
    </message>
    <message>
        <source>That is no key</source>
        <translation>这不是密钥</translation>
    </message>
    <message>
        <source>The key was not kept.</source>
        <translation>密钥未保存。</translation>
    </message>
    <message>
        <source>A key has letters, digits and signs, on one line. Copy it again.</source>
        <translation>密钥由一行字母、数字和符号组成。请重新复制。</translation>
    </message>
    <message>
        <source>The system&apos;s keyring cannot be used</source>
        <translation>无法使用系统钥匙串</translation>
    </message>
    <message>
        <source>The key was not kept: no file of ours holds it.</source>
        <translation>密钥未保存：我们的任何文件都不存放它。</translation>
    </message>
    <message>
        <source>Unlock the keyring, or give the key by the environment variable {variable}.</source>
        <translation>请解锁钥匙串，或通过环境变量 {variable} 提供密钥。</translation>
    </message>
    <message>
        <source>What was saved before that stays. File: {path}</source>
        <translation>在此之前保存的内容都会保留。文件：{path}</translation>
    </message>
    <message>
        <source>Export the conversations again, and import the new file.</source>
        <translation>请重新导出对话，再导入新文件。</translation>
    </message>
    <message>
        <source>There is a workspace of that name already</source>
        <translation>已有同名的工作区</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>请换一个名称。</translation>
    </message>
    <message>
        <source>This was changed meanwhile</source>
        <translation>内容在此期间已被更改</translation>
    </message>
    <message>
        <source>Look at it again, then repeat the step.</source>
        <translation>请再看一遍，然后重复这一步。</translation>
    </message>
    <message>
        <source>That value cannot be used</source>
        <translation>不能使用这个值</translation>
    </message>
    <message>
        <source>That is no longer there</source>
        <translation>内容已不存在</translation>
    </message>
    <message>
        <source>It may have been undone. Activity shows what happened.</source>
        <translation>它可能已被撤销。“活动”页会显示发生了什么。</translation>
    </message>
    <message>
        <source>Something went wrong in the program</source>
        <translation>程序出错了</translation>
    </message>
    <message>
        <source>Your memory file was not touched by it.</source>
        <translation>您的记忆文件没有受到影响。</translation>
    </message>
    <message>
        <source>You can go on. If it happens again, copy the details and report it.</source>
        <translation>您可以继续使用。如果再次发生，请复制详细信息并报告。</translation>
    </message>
    <message>
        <source>The disk is full</source>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <source>The folder cannot be written to</source>
        <translation>文件夹不可写</translation>
    </message>
    <message>
        <source>The file cannot be read</source>
        <translation>文件无法读取</translation>
    </message>
    <message>
        <source>Make room, then try again.</source>
        <translation>请腾出空间后重试。</translation>
    </message>
    <message>
        <source>Allow writing there, or choose another place.</source>
        <translation>请允许写入该位置，或换一个位置。</translation>
    </message>
    <message>
        <source>Check that it exists and that you may open it.</source>
        <translation>请确认文件存在且您有权打开。</translation>
    </message>
    <message>
        <source>The disk refused</source>
        <translation>磁盘拒绝了操作</translation>
    </message>
    <message>
        <source>What was saved before stays. Place: {path}</source>
        <translation>之前保存的内容都会保留。位置：{path}</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>请重试。</translation>
    </message>
    <message>
        <source>The file has no format that StrataGate knows</source>
        <translation>文件不是 StrataGate 认识的格式</translation>
    </message>
    <message>
        <source>The file is damaged or cut off</source>
        <translation>文件已损坏或不完整</translation>
    </message>
    <message>
        <source>The file is of a version that StrataGate does not know</source>
        <translation>文件版本不受 StrataGate 支持</translation>
    </message>
    <message>
        <source>The archive is not safe to unpack</source>
        <translation>压缩包不能安全解压</translation>
    </message>
    <message>
        <source>The file is empty</source>
        <translation>文件是空的</translation>
    </message>
    <message>
        <source>Another program was using the memory file</source>
        <translation>另一个程序正在使用记忆文件</translation>
    </message>
    <message>
        <source>The file could not be imported</source>
        <translation>文件无法导入</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
</context>
<context>
    <name>FailureDialog</name>
    <message>
        <source>StrataGate</source>
        <translation>StrataGate</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the details</source>
        <translation>复制详细信息</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>FilterBar</name>
    <message>
        <source>Words of the event</source>
        <translation>事件中的词语</translation>
    </message>
    <message>
        <source>Words of title, summary and names (/ or Ctrl+F)</source>
        <translation>标题、摘要和名称中的词语（/ 或 Ctrl+F）</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Happened</source>
        <translation>发生时间</translation>
    </message>
    <message>
        <source>Person or thing</source>
        <translation>人或事物</translation>
    </message>
    <message>
        <source>What became of it</source>
        <translation>后来如何</translation>
    </message>
    <message>
        <source>Whether it happened</source>
        <translation>是否发生</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>保留状态</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>已置顶</translation>
    </message>
</context>
<context>
    <name>FilterButton</name>
    <message>
        <source>{name}: {chosen}</source>
        <translation>{name}：{chosen}</translation>
    </message>
    <message>
        <source>any</source>
        <translation>任意</translation>
    </message>
</context>
<context>
    <name>ForecastChart</name>
    <message>
        <source>Decay forecast</source>
        <translation>衰减预测</translation>
    </message>
    <message numerus="yes">
        <source>after %n more block(s): L{level}</source>
        <translation>
            <numerusform>再过 %n 个记忆块：L{level}</numerusform>
        </translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
</context>
<context>
    <name>Graph</name>
    <message>
        <source>person</source>
        <translation>人物</translation>
    </message>
    <message>
        <source>project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>organization</source>
        <translation>组织</translation>
    </message>
    <message>
        <source>tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>place</source>
        <translation>地点</translation>
    </message>
    <message>
        <source>true</source>
        <translation>成立</translation>
    </message>
    <message>
        <source>disputed</source>
        <translation>有争议</translation>
    </message>
    <message>
        <source>planned</source>
        <translation>计划中</translation>
    </message>
    <message>
        <source>past</source>
        <translation>过去</translation>
    </message>
    <message>
        <source>uses</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>works on</source>
        <translation>参与</translation>
    </message>
    <message>
        <source>works at</source>
        <translation>就职于</translation>
    </message>
    <message>
        <source>works in</source>
        <translation>工作于（地点）</translation>
    </message>
    <message>
        <source>works with</source>
        <translation>合作于</translation>
    </message>
    <message>
        <source>lives in</source>
        <translation>居住于</translation>
    </message>
    <message>
        <source>owns</source>
        <translation>负责</translation>
    </message>
    <message>
        <source>leads</source>
        <translation>领导</translation>
    </message>
    <message>
        <source>depends on</source>
        <translation>依赖</translation>
    </message>
    <message>
        <source>part of</source>
        <translation>属于</translation>
    </message>
    <message>
        <source>knows</source>
        <translation>认识</translation>
    </message>
    <message>
        <source>located in</source>
        <translation>位于</translation>
    </message>
    <message>
        <source>package manager</source>
        <translation>包管理器</translation>
    </message>
    <message>
        <source>launch date</source>
        <translation>上线日期</translation>
    </message>
    <message>
        <source>role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Change the type</source>
        <translation>更改类型</translation>
    </message>
    <message>
        <source>What is “{name}”?</source>
        <translation>“{name}”是什么？</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>It no longer holds</source>
        <translation>不再成立</translation>
    </message>
    <message>
        <source>“{what}” is kept as something that was true. Since when is it not?</source>
        <translation>“{what}”会作为曾经成立的内容保留。从何时起不再成立？</translation>
    </message>
    <message>
        <source>End it</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Split into two</source>
        <translation>拆分为两个</translation>
    </message>
    <message>
        <source>Name the second node, and tick what belongs to it. The rest stays with “{name}”.</source>
        <translation>给第二个节点命名，并勾选属于它的内容。其余留给“{name}”。</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>拆分</translation>
    </message>
    <message>
        <source>Merge with another node</source>
        <translation>与另一个节点合并</translation>
    </message>
    <message>
        <source>Which node is the same as “{name}”? Its facts, relations and names come to this one; you can undo this.</source>
        <translation>哪个节点与“{name}”是同一个？它的事实、关系和名称都会归到这里；可以撤销。</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>合并</translation>
    </message>
</context>
<context>
    <name>GraphActions</name>
    <message>
        <source>Show the whole graph</source>
        <translation>显示整个图谱</translation>
    </message>
    <message>
        <source>Show the graph at its own size</source>
        <translation>按原始大小显示图谱</translation>
    </message>
    <message>
        <source>All, neighbours, clusters</source>
        <translation>全部、相邻、聚类</translation>
    </message>
    <message>
        <source>Only the neighbours of what is selected</source>
        <translation>只看所选节点的相邻节点</translation>
    </message>
    <message>
        <source>Fold the cluster of what is selected</source>
        <translation>折叠所选节点的聚类</translation>
    </message>
    <message>
        <source>Play through the changes</source>
        <translation>逐个播放变化</translation>
    </message>
    <message>
        <source>Go to today</source>
        <translation>回到今天</translation>
    </message>
    <message>
        <source>Highlight what changes from this day on</source>
        <translation>突出显示从这天起的变化</translation>
    </message>
    <message>
        <source>Rename the node</source>
        <translation>重命名节点</translation>
    </message>
    <message>
        <source>Merge the two nodes that are selected</source>
        <translation>合并所选的两个节点</translation>
    </message>
    <message>
        <source>Save the graph as PNG…</source>
        <translation>将图谱保存为 PNG…</translation>
    </message>
    <message>
        <source>Save the graph as SVG…</source>
        <translation>将图谱保存为 SVG…</translation>
    </message>
    <message>
        <source>Export the graph…</source>
        <translation>导出图谱…</translation>
    </message>
    <message>
        <source>Lay the graph out again</source>
        <translation>重新布局图谱</translation>
    </message>
    <message>
        <source>Rebuild the graph from its events</source>
        <translation>由事件重建图谱</translation>
    </message>
    <message>
        <source>What you placed yourself stays</source>
        <translation>您亲自摆放的节点保持不动</translation>
    </message>
</context>
<context>
    <name>GraphCanvas</name>
    <message>
        <source>Graph</source>
        <translation>图谱</translation>
    </message>
</context>
<context>
    <name>GraphPage</name>
    <message>
        <source>No graph yet</source>
        <translation>还没有图谱</translation>
    </message>
    <message>
        <source>People, projects, organizations, tools and places are found in what is remembered, with what is true of them and since when. Bring in a conversation; the graph grows with its events.</source>
        <translation>从记住的内容中找出人物、项目、组织、工具和地点，以及关于它们何时起成立的事实。导入一段对话，图谱会随事件增长。</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Open the sample</source>
        <translation>打开示例</translation>
    </message>
    <message>
        <source>Finding a place for everything…</source>
        <translation>正在安排位置…</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>Pictures ({patterns})</source>
        <translation>图片 ({patterns})</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图谱</translation>
    </message>
</context>
<context>
    <name>GraphRefusals</name>
    <message>
        <source>the reply did not fit</source>
        <translation>答复不合要求</translation>
    </message>
    <message>
        <source>names an event that was not read</source>
        <translation>提到了没有读取的事件</translation>
    </message>
    <message>
        <source>names no event</source>
        <translation>没有提到事件</translation>
    </message>
    <message>
        <source>of an unknown type</source>
        <translation>类型未知</translation>
    </message>
    <message>
        <source>without a name</source>
        <translation>没有名称</translation>
    </message>
    <message>
        <source>the name is too long</source>
        <translation>名称太长</translation>
    </message>
    <message>
        <source>says not what it tells</source>
        <translation>没有说明是什么</translation>
    </message>
    <message>
        <source>too long</source>
        <translation>太长</translation>
    </message>
    <message>
        <source>says nothing</source>
        <translation>没有内容</translation>
    </message>
    <message>
        <source>without a relation</source>
        <translation>没有关系</translation>
    </message>
    <message>
        <source>the relation is too long</source>
        <translation>关系太长</translation>
    </message>
    <message>
        <source>leads from a node to itself</source>
        <translation>指向自身</translation>
    </message>
    <message>
        <source>there is no such date</source>
        <translation>没有这个日期</translation>
    </message>
    <message>
        <source>ends before it begins</source>
        <translation>结束早于开始</translation>
    </message>
    <message>
        <source>its confidence is no number from 0 to 1</source>
        <translation>可信度不是 0 到 1 的数</translation>
    </message>
    <message>
        <source>of an unknown form</source>
        <translation>形式未知</translation>
    </message>
    <message>
        <source>more than there may be</source>
        <translation>超出允许的数量</translation>
    </message>
</context>
<context>
    <name>GraphWords</name>
    <message numerus="yes">
        <source>%n thing(s)</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n relation(s)</source>
        <translation>
            <numerusform>%n 条关系</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n disputed</source>
        <translation>
            <numerusform>%n 处有争议</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the %n smallest not drawn</source>
        <translation>
            <numerusform>最小的 %n 个未画出</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n relation(s) not drawn</source>
        <translation>
            <numerusform>%n 条关系未画出</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) still to be taken in</source>
        <translation>
            <numerusform>还有 %n 个事件待读取</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n relation(s) began or ended since {day}</source>
        <translation>
            <numerusform>自 {day} 起有 %n 条关系开始或结束</numerusform>
        </translation>
    </message>
    <message>
        <source>move to another day to see what changes until then</source>
        <translation>移到另一天，查看其间的变化</translation>
    </message>
    <message>
        <source>drag to see what was true then</source>
        <translation>拖动以查看当时的情况</translation>
    </message>
    <message numerus="yes">
        <source>%n relation(s) had ended by then</source>
        <translation>
            <numerusform>当时已有 %n 条关系结束</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing that fits was known on this day. Take a filter away.</source>
        <translation>这一天没有符合条件的内容。请去掉一个筛选条件。</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) selected</source>
        <translation>
            <numerusform>已选 %n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>M merges them: the first one keeps its name.</source>
        <translation>按 M 合并：保留第一个的名称。</translation>
    </message>
    <message>
        <source>Go to the next node in a direction</source>
        <translation>沿方向移到下一个节点</translation>
    </message>
    <message>
        <source>Only its neighbours</source>
        <translation>只看它的相邻节点</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Select several</source>
        <translation>选择多个</translation>
    </message>
    <message>
        <source>Ctrl+click, Shift+drag</source>
        <translation>Ctrl+单击、Shift+拖动</translation>
    </message>
    <message>
        <source>Find a node</source>
        <translation>查找节点</translation>
    </message>
</context>
<context>
    <name>HandBar</name>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Search in</source>
        <translation>搜索范围</translation>
    </message>
    <message>
        <source>Words to search for</source>
        <translation>要搜索的词</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search, as the next step (Enter)</source>
        <translation>搜索，作为下一步（Enter）</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Happened</source>
        <translation>发生时间</translation>
    </message>
    <message>
        <source>Person or thing</source>
        <translation>人或事物</translation>
    </message>
    <message>
        <source>Record what answers it</source>
        <translation>记录回答依据</translation>
    </message>
    <message>
        <source>Write a receipt: only what was really used grows in weight</source>
        <translation>写入回执：只有真正用到的内容才会增加权重</translation>
    </message>
    <message>
        <source>Mark above what answers the question.</source>
        <translation>请在上面标记能回答问题的内容。</translation>
    </message>
    <message>
        <source>At most {count} can be recorded.</source>
        <translation>最多可记录 {count} 项。</translation>
    </message>
    <message numerus="yes">
        <source>%n marked</source>
        <translation>
            <numerusform>已标记 %n 项</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HappenedButton</name>
    <message>
        <source>Any time</source>
        <translation>任意时间</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>The last 7 days</source>
        <translation>最近 7 天</translation>
    </message>
    <message>
        <source>The last 30 days</source>
        <translation>最近 30 天</translation>
    </message>
    <message>
        <source>This year</source>
        <translation>今年</translation>
    </message>
    <message>
        <source>Still to come</source>
        <translation>尚未发生</translation>
    </message>
    <message>
        <source>from {day}</source>
        <translation>从 {day} 起</translation>
    </message>
    <message>
        <source>until {day}</source>
        <translation>到 {day} 为止</translation>
    </message>
</context>
<context>
    <name>ImportReport</name>
    <message>
        <source>Import stopped; what was saved before stays</source>
        <translation>导入已停止；之前保存的内容都会保留</translation>
    </message>
    <message>
        <source>Nothing could be imported</source>
        <translation>没有能导入的内容</translation>
    </message>
    <message>
        <source>Imported, with problems</source>
        <translation>已导入，但有问题</translation>
    </message>
    <message>
        <source>Nothing new: everything was there already</source>
        <translation>没有新内容：全部早已存在</translation>
    </message>
    <message>
        <source>There were no conversations in it</source>
        <translation>其中没有对话</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Left out on purpose</source>
        <translation>有意略过</translation>
    </message>
    <message>
        <source>thoughts of the assistant</source>
        <translation>助手的思考过程</translation>
    </message>
    <message>
        <source>lines of the program itself</source>
        <translation>程序自身的记录</translation>
    </message>
    <message>
        <source>other branches (edited or retried)</source>
        <translation>其他分支（编辑或重试产生）</translation>
    </message>
    <message>
        <source>hidden messages</source>
        <translation>隐藏的消息</translation>
    </message>
    <message>
        <source>empty messages</source>
        <translation>空消息</translation>
    </message>
    <message>
        <source>the empty beginning of a conversation</source>
        <translation>对话开头的空节点</translation>
    </message>
    <message>
        <source>messages the source had discarded</source>
        <translation>来源已丢弃的消息</translation>
    </message>
    <message>
        <source>messages of an unknown speaker</source>
        <translation>说话者未知的消息</translation>
    </message>
    <message>
        <source>repetitions of other messages</source>
        <translation>其他消息的重复</translation>
    </message>
    <message>
        <source>side conversations of agents</source>
        <translation>代理之间的旁支对话</translation>
    </message>
    <message>
        <source>commands to the program</source>
        <translation>发给程序的命令</translation>
    </message>
    <message>
        <source>summaries the program had made</source>
        <translation>程序生成的摘要</translation>
    </message>
    <message>
        <source>notices of interruption</source>
        <translation>中断提示</translation>
    </message>
    <message>
        <source>the last line is cut off; what was whole was taken</source>
        <translation>最后一行不完整；完整的部分已采用</translation>
    </message>
    <message>
        <source>not a conversation; it was skipped</source>
        <translation>不是对话，已跳过</translation>
    </message>
    <message>
        <source>a conversation without messages</source>
        <translation>没有消息的对话</translation>
    </message>
    <message>
        <source>messages are missing in between; the rest was taken</source>
        <translation>中间缺少消息；其余部分已采用</translation>
    </message>
    <message>
        <source>a line that cannot be read</source>
        <translation>无法读取的一行</translation>
    </message>
    <message>
        <source>text beyond the limits was cut off</source>
        <translation>超出限制的文字已截断</translation>
    </message>
    <message>
        <source>half a character in a text; it became �</source>
        <translation>文字中有半个字符，已替换为 �</translation>
    </message>
    <message>
        <source>bytes that are not UTF-8; they became �</source>
        <translation>不是 UTF-8 的字节，已替换为 �</translation>
    </message>
</context>
<context>
    <name>ImportReportDialog</name>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>Importer</name>
    <message>
        <source>Import conversations or memories</source>
        <translation>导入会话或记忆</translation>
    </message>
    <message>
        <source>Conversations and memories ({patterns})</source>
        <translation>会话和记忆（{patterns}）</translation>
    </message>
    <message>
        <source>All files ({patterns})</source>
        <translation>所有文件 ({patterns})</translation>
    </message>
    <message>
        <source>The sample is not installed</source>
        <translation>没有安装示例</translation>
    </message>
    <message>
        <source>The program&apos;s resources folder has no samples.</source>
        <translation>程序的资源文件夹中没有示例。</translation>
    </message>
    <message>
        <source>Reading stopped</source>
        <translation>已停止读取</translation>
    </message>
    <message>
        <source>Nothing was imported.</source>
        <translation>没有导入任何内容。</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Import stopped</source>
        <translation>导入已停止</translation>
    </message>
    <message>
        <source>What was saved before stays.</source>
        <translation>之前保存的内容都会保留。</translation>
    </message>
</context>
<context>
    <name>ImportsPage</name>
    <message>
        <source>Waiting to be decided</source>
        <translation>等待决定</translation>
    </message>
    <message>
        <source>From another assistant…</source>
        <translation>来自其他助手…</translation>
    </message>
    <message>
        <source>Ask it for its memories, and paste its answer (A)</source>
        <translation>向它索取记忆，并粘贴它的回答（A）</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Nothing came in yet</source>
        <translation>还没有导入</translation>
    </message>
    <message>
        <source>Every file that you bring in is listed here as a batch: conversations, and what other assistants remember of you. A whole batch can be taken back, also months later.</source>
        <translation>你导入的每个文件都作为一个批次列在这里：会话，以及其他助手对你的记忆。整个批次可以撤回，几个月后也可以。</translation>
    </message>
    <message>
        <source>Open the sample</source>
        <translation>打开示例</translation>
    </message>
    <message>
        <source>Imports</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>in all workspaces</source>
        <translation>所有工作区</translation>
    </message>
    <message>
        <source>Next in the list, previous in the list</source>
        <translation>列表中下一项、上一项</translation>
    </message>
    <message>
        <source>Undo the chosen batch, or bring it back</source>
        <translation>撤销所选批次，或恢复</translation>
    </message>
    <message>
        <source>Open the chosen preview</source>
        <translation>打开所选预览</translation>
    </message>
    <message>
        <source>Bring what another assistant remembers</source>
        <translation>带入其他助手的记忆</translation>
    </message>
    <message>
        <source>In a preview: add, merge, supersede, conflict, ignore</source>
        <translation>预览中：新增、合并、取代、冲突、忽略</translation>
    </message>
    <message>
        <source>In a preview: edit the words</source>
        <translation>预览中：修改文字</translation>
    </message>
    <message>
        <source>In a preview: write all of it</source>
        <translation>预览中：全部写入</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>True now</source>
        <translation>现在成立</translation>
    </message>
    <message>
        <source>True before</source>
        <translation>曾经成立</translation>
    </message>
    <message>
        <source>Facts over time</source>
        <translation>事实随时间的变化</translation>
    </message>
    <message>
        <source>Select a node to see what is known of it.</source>
        <translation>选择一个节点，查看关于它的内容。</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Add another name…</source>
        <translation>添加别名…</translation>
    </message>
    <message>
        <source>Change the type…</source>
        <translation>更改类型…</translation>
    </message>
    <message>
        <source>Merge with another node…</source>
        <translation>与另一个节点合并…</translation>
    </message>
    <message>
        <source>Split into two…</source>
        <translation>拆分为两个…</translation>
    </message>
    <message>
        <source>Put it right: names, type, merge, split</source>
        <translation>更正：名称、类型、合并、拆分</translation>
    </message>
    <message>
        <source>Also called:</source>
        <translation>又名：</translation>
    </message>
    <message>
        <source>Take the name {name} away</source>
        <translation>去掉别名 {name}</translation>
    </message>
    <message numerus="yes">
        <source>%n source(s)</source>
        <translation>
            <numerusform>%n 个来源</numerusform>
        </translation>
    </message>
    <message>
        <source>decide</source>
        <translation>裁定</translation>
    </message>
    <message>
        <source>end</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>This is what is true; the others are not</source>
        <translation>这个成立，其他不成立</translation>
    </message>
    <message>
        <source>It no longer holds: say since when</source>
        <translation>不再成立：说明从何时起</translation>
    </message>
    <message>
        <source>Relations ({count})</source>
        <translation>关系 ({count})</translation>
    </message>
    <message>
        <source>Events behind it ({count})</source>
        <translation>依据的事件 ({count})</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>还有 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>JobDelegate</name>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
</context>
<context>
    <name>JobDetail</name>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Let it start over, with all its attempts (R)</source>
        <translation>重新开始，尝试次数归零 (R)</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the details</source>
        <translation>复制详细信息</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>记忆块</translation>
    </message>
    <message>
        <source>Tried</source>
        <translation>已尝试</translation>
    </message>
    <message>
        <source>Last change</source>
        <translation>最近变化</translation>
    </message>
    <message>
        <source>Not before</source>
        <translation>最早时间</translation>
    </message>
    <message>
        <source>Every event is kept. The graph learns of them when a retry works.</source>
        <translation>每个事件都已保留。重试成功后图谱便会收入它们。</translation>
    </message>
    <message>
        <source>Every message is kept. The block stays in full until a retry works.</source>
        <translation>所有消息都已保留。在重试成功之前，该记忆块以全文显示。</translation>
    </message>
    <message>
        <source>It will be tried again by itself.</source>
        <translation>稍后会自动重试。</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>JobsPane</name>
    <message>
        <source>Background jobs</source>
        <translation>后台任务</translation>
    </message>
    <message>
        <source>Retry all</source>
        <translation>全部重试</translation>
    </message>
    <message>
        <source>Let every failed job start over (Shift+R)</source>
        <translation>让所有失败的任务重新开始 (Shift+R)</translation>
    </message>
    <message>
        <source>R retries · Enter opens the session · J and K move</source>
        <translation>R 重试 · Enter 打开会话 · J、K 移动</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>没有任务</translation>
    </message>
    <message>
        <source>When a block of a conversation is complete, it is summarised and its events are looked for in the background. What waits, runs or failed is listed here.</source>
        <translation>对话的一个记忆块完整后，会在后台为它生成摘要并查找事件。等待、进行中或失败的任务都列在这里。</translation>
    </message>
</context>
<context>
    <name>ListPane</name>
    <message>
        <source>No event matches</source>
        <translation>没有符合的事件</translation>
    </message>
    <message>
        <source>No event fits all of these filters.</source>
        <translation>没有事件同时符合这些筛选条件。</translation>
    </message>
    <message>
        <source>Clear filters</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>卡片</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Every event in a line (V for the next view)</source>
        <translation>每个事件一行（按 V 换到下一种视图）</translation>
    </message>
    <message>
        <source>Events with their summaries (V for the next view)</source>
        <translation>事件及其摘要（按 V 换到下一种视图）</translation>
    </message>
    <message>
        <source>Events by when they happened (V for the next view)</source>
        <translation>按发生时间排列的事件（按 V 换到下一种视图）</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Order of the table (O)</source>
        <translation>表格的排序 (O)</translation>
    </message>
    <message>
        <source>Largest or newest first</source>
        <translation>从大到小，或从新到旧</translation>
    </message>
    <message>
        <source>Smallest or oldest first</source>
        <translation>从小到大，或从旧到新</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Happened</source>
        <translation>发生时间</translation>
    </message>
    <message>
        <source>Said</source>
        <translation>说于</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Order: {order}</source>
        <translation>排序：{order}</translation>
    </message>
    <message>
        <source>{count} in {workspace}</source>
        <translation>“{workspace}”中有 {count} 个</translation>
    </message>
    <message>
        <source>{count} in all workspaces</source>
        <translation>所有工作区共 {count} 个</translation>
    </message>
    <message>
        <source>{count} with a date</source>
        <translation>{count} 个有日期</translation>
    </message>
    <message>
        <source>{count} matching</source>
        <translation>{count} 个符合</translation>
    </message>
    <message>
        <source>No event has a date</source>
        <translation>没有带日期的事件</translation>
    </message>
    <message>
        <source>Here is what happened or is planned, by its day. The table shows the rest.</source>
        <translation>这里按日期显示已发生或计划中的事件，其余的在表格中。</translation>
    </message>
    <message>
        <source>No events in this workspace</source>
        <translation>此工作区中没有事件</translation>
    </message>
    <message>
        <source>The event beside this belongs to another workspace.</source>
        <translation>旁边的事件属于另一个工作区。</translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) selected · Space pins or unpins, Delete forgets them</source>
        <translation>
            <numerusform>已选 %n 个事件 · 空格键置顶或取消置顶，Delete 遗忘</numerusform>
        </translation>
    </message>
    <message>
        <source>Space pins · E edits · Delete forgets · Enter opens the source · J and K move · / filters</source>
        <translation>空格键置顶 · E 编辑 · Delete 遗忘 · Enter 打开出处 · J、K 移动 · / 筛选</translation>
    </message>
</context>
<context>
    <name>MadeEvents</name>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Came in as</source>
        <translation>导入方式</translation>
    </message>
    <message>
        <source>What comes back</source>
        <translation>恢复的内容</translation>
    </message>
    <message>
        <source>Changed since</source>
        <translation>此后的更改</translation>
    </message>
    <message>
        <source>Counts again: {title}</source>
        <translation>重新生效：{title}</translation>
    </message>
    <message>
        <source>No longer contradicted: {title}</source>
        <translation>不再有冲突：{title}</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Undone: {what}</source>
        <translation>已撤销：{what}</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Done again: {what}</source>
        <translation>已重做：{what}</translation>
    </message>
</context>
<context>
    <name>MergeDialog</name>
    <message>
        <source>Find a node</source>
        <translation>查找节点</translation>
    </message>
    <message>
        <source>Nodes that were found</source>
        <translation>找到的节点</translation>
    </message>
</context>
<context>
    <name>MessageText</name>
    <message numerus="yes">
        <source>Show %n more message(s)</source>
        <translation>
            <numerusform>再显示 %n 条消息</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n more line(s)</source>
        <translation>
            <numerusform>再显示 %n 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show all %n character(s)</source>
        <translation>
            <numerusform>显示全部 %n 个字符</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show all %n line(s)</source>
        <translation>
            <numerusform>显示全部 %n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>An event was formed from this message</source>
        <translation>有事件由这条消息形成</translation>
    </message>
</context>
<context>
    <name>MiniMap</name>
    <message>
        <source>Map of the whole graph</source>
        <translation>整个图谱的缩略图</translation>
    </message>
    <message>
        <source>Press to go there</source>
        <translation>单击前往</translation>
    </message>
</context>
<context>
    <name>ModelErrors</name>
    <message>
        <source>No model is set up.</source>
        <translation>没有设置模型。</translation>
    </message>
    <message>
        <source>Nobody answers at the address. Is the server running?</source>
        <translation>该地址无人应答。服务器在运行吗？</translation>
    </message>
    <message>
        <source>The server has too much to do right now.</source>
        <translation>服务器现在太忙。</translation>
    </message>
    <message>
        <source>There is nothing left to pay with.</source>
        <translation>余额不足。</translation>
    </message>
    <message>
        <source>The monthly limit is reached.</source>
        <translation>已达每月上限。</translation>
    </message>
    <message>
        <source>The server refused the key.</source>
        <translation>服务器拒绝了密钥。</translation>
    </message>
    <message>
        <source>The server does not know this model.</source>
        <translation>服务器不认识这个模型。</translation>
    </message>
    <message>
        <source>There is no model server at the address.</source>
        <translation>该地址没有模型服务器。</translation>
    </message>
    <message>
        <source>It is more than the model can hold.</source>
        <translation>超出模型的容量。</translation>
    </message>
    <message>
        <source>The server refused the request.</source>
        <translation>服务器拒绝了请求。</translation>
    </message>
    <message>
        <source>The server failed.</source>
        <translation>服务器出错。</translation>
    </message>
    <message>
        <source>The server took too long.</source>
        <translation>服务器超时。</translation>
    </message>
    <message>
        <source>The server closed the connection in the middle.</source>
        <translation>服务器中途断开了连接。</translation>
    </message>
    <message>
        <source>The model does not reply in JSON. Another one may.</source>
        <translation>该模型不以 JSON 回复。请换一个模型试试。</translation>
    </message>
    <message>
        <source>The model’s reply was not of the wanted form.</source>
        <translation>模型的回复格式不符。</translation>
    </message>
</context>
<context>
    <name>ModelSettings</name>
    <message>
        <source>Asking the model…</source>
        <translation>正在询问模型…</translation>
    </message>
    <message>
        <source>Remove key</source>
        <translation>删除密钥</translation>
    </message>
    <message>
        <source>Price of a million tokens sent</source>
        <translation>每百万发送 token 的价格</translation>
    </message>
    <message>
        <source>Price of a million tokens received</source>
        <translation>每百万接收 token 的价格</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Ask the model a few small questions</source>
        <translation>向模型提几个小问题</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Kept in the system&apos;s keyring, never in a file.</source>
        <translation>保存在系统钥匙串中，绝不写入文件。</translation>
    </message>
    <message>
        <source>kept in the keyring</source>
        <translation>已保存在钥匙串</translation>
    </message>
    <message>
        <source>from STRATAGATE_API_KEY</source>
        <translation>来自 STRATAGATE_API_KEY</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Nothing waits for the model.</source>
        <translation>没有等待模型处理的内容。</translation>
    </message>
    <message numerus="yes">
        <source>%n block(s) wait for it: about {sent} tokens to send and {received} to receive.</source>
        <translation>
            <numerusform>%n 个记忆块在等待：大约发送 {sent} 个 token，接收 {received} 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>Events of the graph wait for it: about {sent} tokens to send and {received} to receive.</source>
        <translation>图谱的事件在等待：大约发送 {sent} 个 token，接收 {received} 个。</translation>
    </message>
    <message>
        <source>They cost about {cost}.</source>
        <translation>费用大约 {cost}。</translation>
    </message>
    <message>
        <source>removed when you save</source>
        <translation>保存时删除</translation>
    </message>
    <message>
        <source>{what} The server says: {detail}</source>
        <translation>{what}服务器说：{detail}</translation>
    </message>
    <message>
        <source>by schema</source>
        <translation>按结构（schema）</translation>
    </message>
    <message>
        <source>by tool call</source>
        <translation>通过工具调用</translation>
    </message>
    <message>
        <source>as a JSON object</source>
        <translation>以 JSON 对象</translation>
    </message>
    <message>
        <source>in the text</source>
        <translation>在文本中</translation>
    </message>
    <message>
        <source>It works. Replies are asked for {way}.</source>
        <translation>可用。回复方式：{way}。</translation>
    </message>
    <message>
        <source>It makes no tool calls; none are needed.</source>
        <translation>它不支持工具调用；这里也不需要。</translation>
    </message>
</context>
<context>
    <name>MoveDialog</name>
    <message>
        <source>Move to workspace</source>
        <translation>移到工作区</translation>
    </message>
    <message numerus="yes">
        <source>Move %n session(s) to</source>
        <translation>
            <numerusform>将 %n 个会话移到</numerusform>
        </translation>
    </message>
    <message>
        <source>Workspaces</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>There is no other workspace yet. Make one with + beside Workspaces.</source>
        <translation>还没有其他工作区。点击“工作区”旁的 + 新建一个。</translation>
    </message>
    <message>
        <source>Blocks and events go along, and no weight changes. Blocks that are sealed keep their size. You can undo this.</source>
        <translation>记忆块和事件一并移动，权重不变。已封存的记忆块保持原来的大小。可以撤销。</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>移动</translation>
    </message>
</context>
<context>
    <name>MultiChoiceButton</name>
    <message>
        <source>Any</source>
        <translation>任意</translation>
    </message>
    <message>
        <source>{first} +{more}</source>
        <translation>{first} +{more}</translation>
    </message>
</context>
<context>
    <name>NameButton</name>
    <message>
        <source>Part of a name</source>
        <translation>名称的一部分</translation>
    </message>
</context>
<context>
    <name>NameDialog</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
</context>
<context>
    <name>Navigation</name>
    <message>
        <source>{about} ({key})</source>
        <translation>{about}（{key}）</translation>
    </message>
    <message>
        <source>Workspaces</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>New workspace…</source>
        <translation>新建工作区…</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Settings (Ctrl+,)</source>
        <translation>设置 (Ctrl+,)</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Workspace settings…</source>
        <translation>工作区设置…</translation>
    </message>
    <message>
        <source>Export this workspace…</source>
        <translation>导出此工作区…</translation>
    </message>
</context>
<context>
    <name>NewWorkspaceDialog</name>
    <message>
        <source>New workspace</source>
        <translation>新建工作区</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>What you import while it is chosen goes into it.</source>
        <translation>选中它时导入的内容会放入其中。</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>创建</translation>
    </message>
</context>
<context>
    <name>NodeField</name>
    <message>
        <source>Find a node</source>
        <translation>查找节点</translation>
    </message>
    <message>
        <source>Nodes that were found</source>
        <translation>找到的节点</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>没有找到</translation>
    </message>
</context>
<context>
    <name>OpeningWindow</name>
    <message>
        <source>Opening {file}…</source>
        <translation>正在打开 {file}…</translation>
    </message>
</context>
<context>
    <name>OperationDelegate</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>undone</source>
        <translation>已撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
</context>
<context>
    <name>OperationDetail</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Take it back (U)</source>
        <translation>撤销此变更 (U)</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Bring it back (U)</source>
        <translation>恢复此变更 (U)</translation>
    </message>
    <message>
        <source>What it changed</source>
        <translation>改变了什么</translation>
    </message>
    <message>
        <source>undone</source>
        <translation>已撤销</translation>
    </message>
    <message>
        <source>It goes with what it followed from: undo that to take it back.</source>
        <translation>它随其来源而来：要撤回，请撤销来源。</translation>
    </message>
    <message>
        <source>There is nothing to take back: the jobs run again.</source>
        <translation>没有可撤销的内容：任务会再次运行。</translation>
    </message>
    <message>
        <source>It was undone. Redo brings it back if nothing stands in its way.</source>
        <translation>它已被撤销。如果没有妨碍，重做可将其恢复。</translation>
    </message>
    <message>
        <source>Show the event</source>
        <translation>显示事件</translation>
    </message>
    <message>
        <source>Show the session</source>
        <translation>显示会话</translation>
    </message>
    <message>
        <source>Show what it acted on</source>
        <translation>显示它作用的对象</translation>
    </message>
</context>
<context>
    <name>Operations</name>
    <message>
        <source>undone</source>
        <translation>已撤销</translation>
    </message>
    <message>
        <source>Imports</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Imported memories</source>
        <translation>导入的记忆</translation>
    </message>
    <message>
        <source>Summaries and events</source>
        <translation>摘要和事件</translation>
    </message>
    <message>
        <source>Pinned events</source>
        <translation>置顶事件</translation>
    </message>
    <message>
        <source>Unpinned events</source>
        <translation>取消置顶事件</translation>
    </message>
    <message>
        <source>Edited events</source>
        <translation>编辑事件</translation>
    </message>
    <message>
        <source>Forgotten events</source>
        <translation>遗忘事件</translation>
    </message>
    <message>
        <source>Restored events</source>
        <translation>恢复事件</translation>
    </message>
    <message>
        <source>Archived events</source>
        <translation>归档事件</translation>
    </message>
    <message>
        <source>Merged events</source>
        <translation>合并事件</translation>
    </message>
    <message>
        <source>Superseded events</source>
        <translation>取代事件</translation>
    </message>
    <message>
        <source>Conflicts of events</source>
        <translation>事件冲突</translation>
    </message>
    <message>
        <source>Related events</source>
        <translation>关联事件</translation>
    </message>
    <message>
        <source>Relations taken away</source>
        <translation>移除关系</translation>
    </message>
    <message>
        <source>Scopes of events</source>
        <translation>事件范围</translation>
    </message>
    <message>
        <source>Criticality of events</source>
        <translation>事件重要程度</translation>
    </message>
    <message>
        <source>Events taken back</source>
        <translation>撤回的事件</translation>
    </message>
    <message>
        <source>Edited {title}</source>
        <translation>编辑了{title}</translation>
    </message>
    <message>
        <source>Forgot {title}</source>
        <translation>遗忘了{title}</translation>
    </message>
    <message>
        <source>Restored {title}</source>
        <translation>恢复了{title}</translation>
    </message>
    <message>
        <source>Archived {title}</source>
        <translation>归档了{title}</translation>
    </message>
    <message>
        <source>Merged {title} and {other} into {into}</source>
        <translation>把{title}和{other}合并为{into}</translation>
    </message>
    <message>
        <source>{title} supersedes {other}</source>
        <translation>{title}取代了{other}</translation>
    </message>
    <message>
        <source>{title} conflicts with {other}</source>
        <translation>{title}与{other}冲突</translation>
    </message>
    <message>
        <source>Related: {title} {relation} {other}</source>
        <translation>关联：{title} {relation} {other}</translation>
    </message>
    <message>
        <source>Took relations of {title} and {other} away</source>
        <translation>移除了{title}与{other}的关系</translation>
    </message>
    <message>
        <source>Scope of {title}: {value}</source>
        <translation>{title}的范围：{value}</translation>
    </message>
    <message>
        <source>Criticality of {title}: {value}</source>
        <translation>{title}的重要程度：{value}</translation>
    </message>
    <message>
        <source>Took {title} of {file} back</source>
        <translation>撤回了 {file} 的{title}</translation>
    </message>
    <message>
        <source>title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>people and things</source>
        <translation>人和事物</translation>
    </message>
    <message>
        <source>type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>whether it happened</source>
        <translation>是否发生</translation>
    </message>
    <message>
        <source>scope</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>criticality</source>
        <translation>重要程度</translation>
    </message>
    <message>
        <source>mentioned</source>
        <translation>提到时间</translation>
    </message>
    <message>
        <source>happened</source>
        <translation>发生时间</translation>
    </message>
    <message>
        <source>Expanded blocks</source>
        <translation>展开记忆块</translation>
    </message>
    <message>
        <source>Uses in answers</source>
        <translation>回答中的使用</translation>
    </message>
    <message>
        <source>Workspace settings</source>
        <translation>工作区设置</translation>
    </message>
    <message>
        <source>New workspaces</source>
        <translation>新建工作区</translation>
    </message>
    <message>
        <source>New rules</source>
        <translation>新规则</translation>
    </message>
    <message>
        <source>Removed rules</source>
        <translation>已删除的规则</translation>
    </message>
    <message>
        <source>Moved sessions</source>
        <translation>移动的会话</translation>
    </message>
    <message>
        <source>Retried jobs</source>
        <translation>重试任务</translation>
    </message>
    <message>
        <source>Undos</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redos</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Expanded block {block} of {session} from L{low} to L{high}</source>
        <translation>将{session}的记忆块 {block} 从 L{low} 展开到 L{high}</translation>
    </message>
    <message>
        <source>a session</source>
        <translation>某个会话</translation>
    </message>
    <message>
        <source>Created the workspace {workspace}</source>
        <translation>新建了工作区{workspace}</translation>
    </message>
    <message>
        <source>{what} from {file}</source>
        <translation>从 {file} {what}</translation>
    </message>
    <message>
        <source>Answers in the review</source>
        <translation>审阅中的回答</translation>
    </message>
    <message>
        <source>Used {title} in an answer</source>
        <translation>在回答中使用了{title}</translation>
    </message>
    <message>
        <source>Made the rule that {pattern} goes to {workspace}</source>
        <translation>已建立规则：{pattern}归入{workspace}</translation>
    </message>
    <message>
        <source>Removed the rule that {pattern} goes to {workspace}</source>
        <translation>已删除规则：{pattern}归入{workspace}</translation>
    </message>
    <message>
        <source>Moved {title} to {workspace}</source>
        <translation>已将{title}移到{workspace}</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>turns a block</source>
        <translation>每块轮次</translation>
    </message>
    <message>
        <source>decay</source>
        <translation>衰减</translation>
    </message>
    <message>
        <source>Imported {file}</source>
        <translation>导入了 {file}</translation>
    </message>
    <message>
        <source>Imported {file} in part</source>
        <translation>部分导入了 {file}</translation>
    </message>
    <message>
        <source>Import of {file} was stopped</source>
        <translation>{file} 的导入被停止</translation>
    </message>
    <message>
        <source>Import of {file} was interrupted</source>
        <translation>{file} 的导入被中断</translation>
    </message>
    <message>
        <source>Importing {file}</source>
        <translation>正在导入 {file}</translation>
    </message>
    <message>
        <source>{what}: {counts}</source>
        <translation>{what}：{counts}</translation>
    </message>
    <message>
        <source>Began with summaries and events</source>
        <translation>开始生成摘要和事件</translation>
    </message>
    <message>
        <source>Taken into the graph</source>
        <translation>收入图谱</translation>
    </message>
    <message>
        <source>Merged nodes</source>
        <translation>合并的节点</translation>
    </message>
    <message>
        <source>Split nodes</source>
        <translation>拆分的节点</translation>
    </message>
    <message>
        <source>Renamed nodes</source>
        <translation>改名的节点</translation>
    </message>
    <message>
        <source>Added aliases</source>
        <translation>添加的别名</translation>
    </message>
    <message>
        <source>Removed aliases</source>
        <translation>移除的别名</translation>
    </message>
    <message>
        <source>Types of nodes</source>
        <translation>节点的类型</translation>
    </message>
    <message>
        <source>Closed facts</source>
        <translation>结束的事实</translation>
    </message>
    <message>
        <source>Closed relations</source>
        <translation>结束的关系</translation>
    </message>
    <message>
        <source>Decided facts</source>
        <translation>裁定的事实</translation>
    </message>
    <message>
        <source>Decided relations</source>
        <translation>裁定的关系</translation>
    </message>
    <message>
        <source>Graphs read anew</source>
        <translation>重新读取的图谱</translation>
    </message>
    <message>
        <source>{other} is {title}: made them one node</source>
        <translation>{other}就是{title}：合并为一个节点</translation>
    </message>
    <message>
        <source>Made {other} a node of its own, apart from {title}</source>
        <translation>把{other}从{title}中拆出，成为单独的节点</translation>
    </message>
    <message>
        <source>Renamed {title} to {name}</source>
        <translation>把{title}改名为{name}</translation>
    </message>
    <message>
        <source>{title} is also called {alias}</source>
        <translation>{title}也叫{alias}</translation>
    </message>
    <message>
        <source>{title} is not called {alias}</source>
        <translation>{title}不叫{alias}</translation>
    </message>
    <message>
        <source>{title} is of the type {type}</source>
        <translation>{title}的类型是 {type}</translation>
    </message>
    <message>
        <source>{title}, {key}: {what} held until {day}</source>
        <translation>{title}，{key}：{what}到 {day} 为止</translation>
    </message>
    <message>
        <source>{title} {key} {what}: held until {day}</source>
        <translation>{title} {key} {what}：到 {day} 为止</translation>
    </message>
    <message>
        <source>{title}, {key}: {what} is what holds</source>
        <translation>{title}，{key}：以{what}为准</translation>
    </message>
    <message>
        <source>{title} {key} {what}: this is what holds</source>
        <translation>{title} {key} {what}：以此为准</translation>
    </message>
    <message>
        <source>Into the graph: {what}</source>
        <translation>收入图谱：{what}</translation>
    </message>
    <message>
        <source>{what} ({file})</source>
        <translation>{what}（{file}）</translation>
    </message>
    <message>
        <source>Pinned {title}</source>
        <translation>置顶了{title}</translation>
    </message>
    <message>
        <source>Unpinned {title}</source>
        <translation>取消置顶{title}</translation>
    </message>
    <message>
        <source>{setting} {before} → {after}</source>
        <translation>{setting} {before} → {after}</translation>
    </message>
    <message>
        <source>Changed {workspace}: {changes}</source>
        <translation>更改了{workspace}：{changes}</translation>
    </message>
    <message>
        <source>Undone: {what}</source>
        <translation>已撤销：{what}</translation>
    </message>
    <message>
        <source>Done again: {what}</source>
        <translation>已重做：{what}</translation>
    </message>
    <message>
        <source>{list}, {item}</source>
        <translation>{list}，{item}</translation>
    </message>
    <message>
        <source>“{title}”</source>
        <translation>“{title}”</translation>
    </message>
</context>
<context>
    <name>OperationsPane</name>
    <message>
        <source>Changes, newest first</source>
        <translation>变更，从新到旧</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>By</source>
        <translation>操作者</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>U undoes or redoes · J and K move</source>
        <translation>U 撤销或重做 · J、K 移动</translation>
    </message>
    <message>
        <source>No change matches</source>
        <translation>没有符合的变更</translation>
    </message>
    <message>
        <source>No change is of that kind, by that hand and of that time.</source>
        <translation>没有符合所选类型、操作者和时间的更改。</translation>
    </message>
    <message>
        <source>Clear filters</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Nothing has happened yet</source>
        <translation>还没有任何操作</translation>
    </message>
    <message>
        <source>Every import, summary, pin and setting is listed here, newest first. Whatever changed the memory can be undone from here, also after a restart.</source>
        <translation>每次导入、摘要、置顶和设置都列在这里，从新到旧。凡是改变了记忆的操作，都可以在这里撤销，重启之后也可以。</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Open the sample</source>
        <translation>打开示例</translation>
    </message>
    <message>
        <source>{count} changes</source>
        <translation>{count} 项变更</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>Review</source>
        <translation>审阅</translation>
    </message>
    <message>
        <source>What needs your decision</source>
        <translation>需要你决定的事项</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Conversations as strata</source>
        <translation>以地层呈现的对话</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>What is remembered</source>
        <translation>记住的内容</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图谱</translation>
    </message>
    <message>
        <source>What is true of whom and what, now and on any earlier day</source>
        <translation>关于人和事物，现在及任何一天成立的内容</translation>
    </message>
    <message>
        <source>Imports</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>What came in, and what waits to be decided</source>
        <translation>导入的内容，以及等待决定的内容</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>提问</translation>
    </message>
    <message>
        <source>Put a question to the memory</source>
        <translation>向记忆提问</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Everything that changed, and jobs</source>
        <translation>所有更改与作业</translation>
    </message>
</context>
<context>
    <name>PreviewDelegate</name>
    <message>
        <source>needs you</source>
        <translation>需要你</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>judging</source>
        <translation>判断中</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
</context>
<context>
    <name>PreviewDialog</name>
    <message>
        <source>Preview import</source>
        <translation>预览导入</translation>
    </message>
    <message>
        <source>Set selected to</source>
        <translation>将所选设为</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save for later</source>
        <translation>留待以后</translation>
    </message>
    <message>
        <source>Throw the preview away; nothing was written</source>
        <translation>丢弃预览；没有写入任何内容</translation>
    </message>
    <message>
        <source>Close; go on from Imports whenever you like (Esc)</source>
        <translation>关闭；随时可在“导入”中继续（Esc）</translation>
    </message>
    <message>
        <source>{decision} ({key})</source>
        <translation>{decision}（{key}）</translation>
    </message>
    <message>
        <source>No memory is of this kind.</source>
        <translation>没有这一类的记忆。</translation>
    </message>
    <message>
        <source>nothing is written until you commit</source>
        <translation>提交之前不会写入任何内容</translation>
    </message>
    <message>
        <source>All {count}</source>
        <translation>全部 {count}</translation>
    </message>
    <message>
        <source>Need you {count}</source>
        <translation>需要你 {count}</translation>
    </message>
    <message>
        <source>Judged {done} of {all}</source>
        <translation>已判断 {done}/{all}</translation>
    </message>
    <message>
        <source>Write all of it (Ctrl+Enter)</source>
        <translation>全部写入（Ctrl+Enter）</translation>
    </message>
    <message>
        <source>Still judging. It can be written when every memory is judged.</source>
        <translation>仍在判断。全部判断完后即可写入。</translation>
    </message>
    <message>
        <source>Some could not be judged. Judge them again, or decide them yourself.</source>
        <translation>有些无法判断。请重新判断，或自行决定。</translation>
    </message>
</context>
<context>
    <name>PreviewFrame</name>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
</context>
<context>
    <name>Previews</name>
    <message>
        <source>external memory</source>
        <translation>外部记忆</translation>
    </message>
    <message>
        <source>plain sentences</source>
        <translation>普通句子</translation>
    </message>
    <message>
        <source>Claude’s memory</source>
        <translation>Claude 的记忆</translation>
    </message>
    <message>
        <source>MCP memory server</source>
        <translation>MCP 记忆服务器</translation>
    </message>
    <message>
        <source>Markdown notes</source>
        <translation>Markdown 笔记</translation>
    </message>
    <message>
        <source>table</source>
        <translation>表格</translation>
    </message>
</context>
<context>
    <name>Program</name>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Open another file…</source>
        <translation>打开另一个文件…</translation>
    </message>
    <message>
        <source>Open or create a memory file</source>
        <translation>打开或新建记忆文件</translation>
    </message>
    <message>
        <source>Memory files ({patterns})</source>
        <translation>记忆文件 ({patterns})</translation>
    </message>
</context>
<context>
    <name>QuestionPane</name>
    <message>
        <source>Untitled session</source>
        <translation>无标题的会话</translation>
    </message>
    <message>
        <source>A · said first</source>
        <translation>A · 先说的</translation>
    </message>
    <message>
        <source>B · said later</source>
        <translation>B · 后说的</translation>
    </message>
    <message>
        <source>Show the whole preview</source>
        <translation>显示整个预览</translation>
    </message>
    <message>
        <source>Said</source>
        <translation>说于</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Happened</source>
        <translation>发生</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>……还有 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Show the event</source>
        <translation>显示事件</translation>
    </message>
    <message>
        <source>{key} · {answer}</source>
        <translation>{key} · {answer}</translation>
    </message>
    <message>
        <source>Decide later</source>
        <translation>稍后决定</translation>
    </message>
    <message>
        <source>Ask the others first</source>
        <translation>先处理其他问题</translation>
    </message>
    <message>
        <source>If you answer “{answer}”</source>
        <translation>如果选择“{answer}”</translation>
    </message>
</context>
<context>
    <name>Refusals</name>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>People and things</source>
        <translation>人和事物</translation>
    </message>
    <message>
        <source>Happened</source>
        <translation>发生时间</translation>
    </message>
    <message>
        <source>Mentioned</source>
        <translation>提到时间</translation>
    </message>
    <message>
        <source>{field} must not be empty.</source>
        <translation>{field}不能为空。</translation>
    </message>
    <message>
        <source>{field} takes at most {limit} characters.</source>
        <translation>{field}最多 {limit} 个字符。</translation>
    </message>
    <message>
        <source>{field}: at most {limit}.</source>
        <translation>{field}：最多 {limit} 个。</translation>
    </message>
    <message>
        <source>{field}: give the time zone too, as in +01:00.</source>
        <translation>{field}：请同时给出时区，例如 +01:00。</translation>
    </message>
    <message>
        <source>{field}: write a date that there is, such as 2026-03-04.</source>
        <translation>{field}：请写存在的日期，例如 2026-03-04。</translation>
    </message>
    <message>
        <source>{field}: give both ends.</source>
        <translation>{field}：请给出起止两端。</translation>
    </message>
    <message>
        <source>{field}: it ends before it begins.</source>
        <translation>{field}：结束早于开始。</translation>
    </message>
    <message>
        <source>{field}: the date is less exact than it says.</source>
        <translation>{field}：日期没有所说的那么精确。</translation>
    </message>
    <message>
        <source>{field}: it is not known how exact that is.</source>
        <translation>{field}：不知道有多精确。</translation>
    </message>
    <message>
        <source>One of them is not of this batch, or was taken back meanwhile.</source>
        <translation>其中有事件不属于此批次，或已被撤回。</translation>
    </message>
    <message>
        <source>Choose two different events.</source>
        <translation>请选择两个不同的事件。</translation>
    </message>
    <message>
        <source>One of them is forgotten or archived.</source>
        <translation>其中一个已遗忘或归档。</translation>
    </message>
    <message>
        <source>They are of different workspaces.</source>
        <translation>它们属于不同的工作区。</translation>
    </message>
    <message>
        <source>One of them is found from its own session only. Widen its scope first.</source>
        <translation>其中一个只能在自己的会话中找到。请先扩大其范围。</translation>
    </message>
    <message>
        <source>It would supersede what supersedes it.</source>
        <translation>这样它会取代已取代它的事件。</translation>
    </message>
    <message>
        <source>The opposite was said before.</source>
        <translation>先前说过相反的关系。</translation>
    </message>
    <message>
        <source>There is no such day.</source>
        <translation>没有这一天。</translation>
    </message>
    <message>
        <source>It began on {start}: it cannot have ended before.</source>
        <translation>它始于 {start}，不可能在此之前结束。</translation>
    </message>
    <message>
        <source>A name needs a letter or a digit.</source>
        <translation>名称至少要有一个字母或数字。</translation>
    </message>
    <message>
        <source>That is its name. Rename it first.</source>
        <translation>这是它的名称。请先改名。</translation>
    </message>
    <message>
        <source>A name has at most {limit} characters.</source>
        <translation>名称最多 {limit} 个字符。</translation>
    </message>
    <message>
        <source>Another node is called that already: merge them, if they are the same.</source>
        <translation>已有另一个节点叫这个名称：如果是同一个，请合并。</translation>
    </message>
    <message>
        <source>It has no such alias.</source>
        <translation>它没有这个别名。</translation>
    </message>
    <message>
        <source>It is not disputed.</source>
        <translation>它没有争议。</translation>
    </message>
    <message>
        <source>That is no fact or relation of this node.</source>
        <translation>这不是该节点的事实或关系。</translation>
    </message>
    <message>
        <source>Choose facts or relations for the new node.</source>
        <translation>请为新节点选择事实或关系。</translation>
    </message>
    <message>
        <source>The new node needs another name.</source>
        <translation>新节点需要另一个名称。</translation>
    </message>
    <message>
        <source>Choose two different nodes.</source>
        <translation>请选择两个不同的节点。</translation>
    </message>
    <message>
        <source>A node has at most {limit} aliases.</source>
        <translation>一个节点最多 {limit} 个别名。</translation>
    </message>
</context>
<context>
    <name>RelationList</name>
    <message>
        <source>This event</source>
        <translation>这个事件</translation>
    </message>
</context>
<context>
    <name>Review</name>
    <message>
        <source>Conflict</source>
        <translation>冲突</translation>
    </message>
    <message>
        <source>Unsure</source>
        <translation>不确定</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Plan due</source>
        <translation>计划到期</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>Untitled session</source>
        <translation>无标题的会话</translation>
    </message>
    <message>
        <source>Both cannot be true: {other}</source>
        <translation>两者不能同时成立：{other}</translation>
    </message>
    <message>
        <source>What to do with it? From {file}</source>
        <translation>如何处理？来自 {file}</translation>
    </message>
    <message>
        <source>Nothing was found out about it</source>
        <translation>未能得出任何结果</translation>
    </message>
    <message>
        <source>Its date has passed. Did it happen?</source>
        <translation>日期已过。发生了吗？</translation>
    </message>
    <message>
        <source>Nearly the same: {other}</source>
        <translation>几乎相同：{other}</translation>
    </message>
    <message>
        <source>Which of the two is right?</source>
        <translation>两者中哪个正确？</translation>
    </message>
    <message>
        <source>What should become of this memory?</source>
        <translation>这条记忆如何处理？</translation>
    </message>
    <message>
        <source>Try again?</source>
        <translation>要重试吗？</translation>
    </message>
    <message>
        <source>Did this happen?</source>
        <translation>这件事发生了吗？</translation>
    </message>
    <message>
        <source>Are these two one and the same?</source>
        <translation>这两条是同一件事吗？</translation>
    </message>
    <message>
        <source>They contradict each other, and neither was taken back. Both count until you decide.</source>
        <translation>它们互相矛盾，且都未被撤回。在你决定之前，两者都有效。</translation>
    </message>
    <message>
        <source>It came in with {file}. Nothing is written until you commit that.</source>
        <translation>它随 {file} 导入。在你提交之前不会写入任何内容。</translation>
    </message>
    <message>
        <source>Work on a block of this session failed. The words themselves are kept.</source>
        <translation>此会话中一个记忆块的处理失败了。原文仍然保留。</translation>
    </message>
    <message>
        <source>It was planned, and its date has passed. Nothing says what came of it.</source>
        <translation>这是一个计划，日期已过，没有任何内容说明结果如何。</translation>
    </message>
    <message>
        <source>They share nearly all of their words, and nothing says that they differ.</source>
        <translation>它们的用词几乎相同，也没有内容表明它们不同。</translation>
    </message>
    <message>
        <source>A is right</source>
        <translation>A 正确</translation>
    </message>
    <message>
        <source>B replaces A</source>
        <translation>B 取代 A</translation>
    </message>
    <message>
        <source>Both can be true</source>
        <translation>两者都成立</translation>
    </message>
    <message>
        <source>Keep both</source>
        <translation>保留两者</translation>
    </message>
    <message>
        <source>Merge them</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>It happened</source>
        <translation>已发生</translation>
    </message>
    <message>
        <source>It was cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Still planned</source>
        <translation>仍在计划中</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Leave it</source>
        <translation>保持原样</translation>
    </message>
    <message>
        <source>B stays as history with its sources and drops to weight 0.10. A counts.</source>
        <translation>B 连同来源保留为历史，权重降到 0.10。A 有效。</translation>
    </message>
    <message>
        <source>A stays as history with its sources and drops to weight 0.10. B counts.</source>
        <translation>A 连同来源保留为历史，权重降到 0.10。B 有效。</translation>
    </message>
    <message>
        <source>Both count, and you are not asked again.</source>
        <translation>两者都有效，不会再次询问。</translation>
    </message>
    <message>
        <source>One event with every quote and source of both takes their place.</source>
        <translation>由一个包含双方全部引文和来源的事件取代它们。</translation>
    </message>
    <message>
        <source>The plan becomes something that happened.</source>
        <translation>该计划变为已发生的事。</translation>
    </message>
    <message>
        <source>The plan is kept as one that was cancelled.</source>
        <translation>该计划保留为已取消的计划。</translation>
    </message>
    <message>
        <source>It stays a plan; you are asked again when its date changes.</source>
        <translation>它仍是计划；日期改变时会再次询问。</translation>
    </message>
    <message>
        <source>It starts over with all its attempts.</source>
        <translation>它会重新开始，尝试次数归零。</translation>
    </message>
    <message>
        <source>The block stays without summary and events.</source>
        <translation>该记忆块将没有摘要和事件。</translation>
    </message>
    <message>
        <source>{effect} You can undo this at any time.</source>
        <translation>{effect}可随时撤销。</translation>
    </message>
    <message>
        <source>A merge keeps {quotes} and {sources}: {title}</source>
        <translation>合并会保留{quotes}和{sources}：{title}</translation>
    </message>
    <message>
        <source>Answered a question</source>
        <translation>回答了一个问题</translation>
    </message>
    <message>
        <source>Answered about {title}: {answer}</source>
        <translation>关于{title}的回答：{answer}</translation>
    </message>
</context>
<context>
    <name>ReviewPage</name>
    <message>
        <source>Questions</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Nothing needs you</source>
        <translation>没有需要你处理的事</translation>
    </message>
    <message>
        <source>What the program cannot decide is asked here, a question at a time: what contradicts itself, memories it is unsure about, plans whose date has passed, what is remembered twice, and work that failed.</source>
        <translation>程序无法决定的事会在这里逐个询问：互相矛盾的内容、没有把握的记忆、日期已过的计划、重复的记忆，以及失败的处理。</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Open the sample</source>
        <translation>打开示例</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>审阅</translation>
    </message>
    <message>
        <source>{count} events still to be compared</source>
        <translation>还有 {count} 个事件待比较</translation>
    </message>
    <message>
        <source>J and K move · digits answer · U undoes</source>
        <translation>J 和 K 移动 · 数字回答 · U 撤销</translation>
    </message>
    <message>
        <source>Next question, previous question</source>
        <translation>下一个问题，上一个问题</translation>
    </message>
    <message>
        <source>Answer the question; the last digit is: later</source>
        <translation>回答问题；最后一个数字表示稍后</translation>
    </message>
    <message>
        <source>Take the last answer back</source>
        <translation>撤回上一个回答</translation>
    </message>
    <message>
        <source>Show the event, or the preview</source>
        <translation>显示事件或预览</translation>
    </message>
</context>
<context>
    <name>RowsView</name>
    <message>
        <source>J and K or the arrows move</source>
        <translation>用 J、K 或方向键移动</translation>
    </message>
</context>
<context>
    <name>RulesEditor</name>
    <message>
        <source>New conversations that go &amp;here</source>
        <translation>归入此工作区的新对话(&amp;H)</translation>
    </message>
    <message>
        <source>Rules for new conversations</source>
        <translation>新对话的规则</translation>
    </message>
    <message>
        <source>Delete removes a rule</source>
        <translation>按 Delete 删除规则</translation>
    </message>
    <message>
        <source>The workspace chosen when you import goes first, then the nearest folder, then the source. What is here already stays where it is.</source>
        <translation>导入时所选的工作区优先，其次是最近的文件夹，再次是来源。已有的内容留在原处。</translation>
    </message>
    <message>
        <source>Kind of rule</source>
        <translation>规则类型</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Source: {name}</source>
        <translation>来源：{name}</translation>
    </message>
    <message>
        <source>Path of a project folder</source>
        <translation>项目文件夹的路径</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose a folder of this computer</source>
        <translation>选择本机的文件夹</translation>
    </message>
    <message>
        <source>Add rule</source>
        <translation>添加规则</translation>
    </message>
    <message>
        <source>Remove rule</source>
        <translation>删除规则</translation>
    </message>
    <message>
        <source>Folder: {path}</source>
        <translation>文件夹：{path}</translation>
    </message>
    <message>
        <source>That goes to {workspace} already. Remove the rule there first.</source>
        <translation>它已归入{workspace}。请先在那里删除规则。</translation>
    </message>
    <message>
        <source>Project folder</source>
        <translation>项目文件夹</translation>
    </message>
</context>
<context>
    <name>SessionList</name>
    <message>
        <source>Filter sessions</source>
        <translation>筛选会话</translation>
    </message>
    <message>
        <source>Words of the title (Ctrl+F)</source>
        <translation>标题中的词语 (Ctrl+F)</translation>
    </message>
    <message>
        <source>No session matches</source>
        <translation>没有匹配的会话</translation>
    </message>
    <message>
        <source>No title has these words. Ctrl+K also looks into the messages.</source>
        <translation>没有标题含有这些词语。用 Ctrl+K 还可搜索消息。</translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Order of the list (O)</source>
        <translation>列表排序 (O)</translation>
    </message>
    <message>
        <source>Order: {order}</source>
        <translation>排序：{order}</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>Oldest</source>
        <translation>最早</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>最长</translation>
    </message>
    <message>
        <source>Move to workspace… (M)</source>
        <translation>移到工作区… (M)</translation>
    </message>
    <message>
        <source>Export… (X)</source>
        <translation>导出… (X)</translation>
    </message>
</context>
<context>
    <name>SessionListView</name>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>J and K or the arrows move, Enter opens, Shift and Ctrl choose several</source>
        <translation>J、K 或方向键移动，Enter 打开，Shift 和 Ctrl 选择多个</translation>
    </message>
</context>
<context>
    <name>SessionMover</name>
    <message numerus="yes">
        <source>Moved %n session(s) to {workspace}</source>
        <translation>
            <numerusform>已将 %n 个会话移到“{workspace}”</numerusform>
        </translation>
    </message>
    <message>
        <source>With their blocks and events. No weight has changed.</source>
        <translation>记忆块和事件一并移动，权重没有变化。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>SessionView</name>
    <message>
        <source>Strata: what an assistant sees of this session now. Taller is more detail.</source>
        <translation>层：助手现在能看到这个会话的哪些内容。越高越详细。</translation>
    </message>
    <message>
        <source>Estimated tokens an assistant gets of this session now, of all it holds</source>
        <translation>助手现在能看到的估计词元数，以及会话的全部词元数</translation>
    </message>
    <message>
        <source>Show what the block left behind (D)</source>
        <translation>显示这个记忆块留下了什么 (D)</translation>
    </message>
    <message>
        <source>Details of the block</source>
        <translation>记忆块详情</translation>
    </message>
    <message>
        <source>No session chosen</source>
        <translation>尚未选择会话</translation>
    </message>
    <message>
        <source>Choose one on the left to see what an assistant remembers of it.</source>
        <translation>在左侧选择一个，看看助手记住了什么。</translation>
    </message>
    <message>
        <source>Decay {value}</source>
        <translation>衰减 {value}</translation>
    </message>
    <message>
        <source>How fast blocks fade with every newer block. Opens the settings of the workspace (L)</source>
        <translation>每多一个新记忆块，旧块淡化得多快。打开工作区设置 (L)</translation>
    </message>
    <message>
        <source>{shown} of {total} tokens shown ({percent}%)</source>
        <translation>显示 {shown} / {total} 词元 ({percent}%)</translation>
    </message>
</context>
<context>
    <name>Sessions</name>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>{day}, {time}</source>
        <translation>{day} {time}</translation>
    </message>
    <message>
        <source>The source does not say when</source>
        <translation>来源没有说明时间</translation>
    </message>
    <message>
        <source>{time}; at the source {source} ({offset})</source>
        <translation>{time}；来源时间 {source} ({offset})</translation>
    </message>
    <message>
        <source>Messages file</source>
        <translation>消息文件</translation>
    </message>
    <message>
        <source>Untitled session</source>
        <translation>无标题的会话</translation>
    </message>
    <message>
        <source>Block {number}</source>
        <translation>记忆块 {number}</translation>
    </message>
    <message>
        <source>raw saved, waiting for summary</source>
        <translation>原文已保存，等待摘要</translation>
    </message>
    <message>
        <source>raw saved, no summary</source>
        <translation>原文已保存，没有摘要</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>pending · attempt {attempt} of {attempts}</source>
        <translation>等待中 · 第 {attempt} / {attempts} 次尝试</translation>
    </message>
    <message>
        <source>shown in full until its summary is ready</source>
        <translation>摘要就绪之前显示全文</translation>
    </message>
    <message>
        <source>shown in full because there is no summary</source>
        <translation>没有摘要，因此显示全文</translation>
    </message>
    <message>
        <source>L{level} because it is the newest ready block</source>
        <translation>L{level}，因为它是最新的就绪记忆块</translation>
    </message>
    <message>
        <source>kept at L{level} because you expanded it</source>
        <translation>保留在 L{level}，因为您展开了它</translation>
    </message>
    <message>
        <source>kept at L{level} because an assistant expanded it</source>
        <translation>保留在 L{level}，因为助手展开了它</translation>
    </message>
    <message>
        <source>it fades no further</source>
        <translation>不会再淡化</translation>
    </message>
    <message>
        <source>it does not fade</source>
        <translation>不会淡化</translation>
    </message>
    <message>
        <source>{first}, L{level} after {count}</source>
        <translation>{first}，{count} 个后为 L{level}</translation>
    </message>
    <message>
        <source>Turn {turn}</source>
        <translation>第 {turn} 轮</translation>
    </message>
    <message>
        <source>Turns {first}–{last}</source>
        <translation>第 {first}–{last} 轮</translation>
    </message>
    <message>
        <source>L{level} {tokens} tokens</source>
        <translation>L{level} {tokens} 词元</translation>
    </message>
    <message>
        <source>The reply did not have the expected form.</source>
        <translation>回复的格式不符合要求。</translation>
    </message>
    <message>
        <source>The model could not be reached.</source>
        <translation>无法连接到模型。</translation>
    </message>
    <message>
        <source>The reply had no title or no summary.</source>
        <translation>回复中没有标题或没有摘要。</translation>
    </message>
    <message>
        <source>Events were expected, and none that was found has a source.</source>
        <translation>本应有事件，但找到的事件都没有来源。</translation>
    </message>
    <message>
        <source>Another program was using the memory file.</source>
        <translation>另一个程序正在使用记忆文件。</translation>
    </message>
    <message>
        <source>The disk is full.</source>
        <translation>磁盘已满。</translation>
    </message>
    <message>
        <source>The program made a mistake while summarising.</source>
        <translation>程序在生成摘要时出错。</translation>
    </message>
    <message>
        <source>The summary could not be made.</source>
        <translation>无法生成摘要。</translation>
    </message>
    <message>
        <source>The summary could not be made ({code}).</source>
        <translation>无法生成摘要 ({code})。</translation>
    </message>
    <message>
        <source>Every message is kept. Retry, or leave it: it stays in full.</source>
        <translation>所有消息都已保留。可以重试，也可以不管：它会一直显示全文。</translation>
    </message>
    <message>
        <source>Open tail: {turns} of {block_turns} turns. It is shown in full and becomes a block when the turns are complete.</source>
        <translation>未封存的对话：{turns} / {block_turns} 轮。它显示全文，轮次满了就成为记忆块。</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>decision</source>
        <translation>决定</translation>
    </message>
    <message>
        <source>release</source>
        <translation>发布</translation>
    </message>
    <message>
        <source>task completed</source>
        <translation>任务完成</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>计划</translation>
    </message>
    <message>
        <source>change</source>
        <translation>变更</translation>
    </message>
    <message>
        <source>cancellation</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>incident</source>
        <translation>事故</translation>
    </message>
    <message>
        <source>meeting</source>
        <translation>会面</translation>
    </message>
    <message>
        <source>collaboration</source>
        <translation>协作</translation>
    </message>
    <message>
        <source>migration</source>
        <translation>迁移</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>superseded</source>
        <translation>已被取代</translation>
    </message>
    <message>
        <source>forgotten</source>
        <translation>已遗忘</translation>
    </message>
    <message>
        <source>archived</source>
        <translation>已归档</translation>
    </message>
    <message>
        <source>planned</source>
        <translation>已计划</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>ongoing</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>active</source>
        <translation>有效</translation>
    </message>
</context>
<context>
    <name>SessionsPage</name>
    <message>
        <source>No sessions yet</source>
        <translation>还没有会话</translation>
    </message>
    <message>
        <source>Bring in conversations you had with an assistant. Each becomes a session: you see what is remembered of it in full, what in short, and why.</source>
        <translation>导入您与助手的对话。每个对话成为一个会话：您可以看到哪些内容被完整记住、哪些只记概要，以及原因。</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Open the sample</source>
        <translation>打开示例</translation>
    </message>
    <message>
        <source>Next in the list, previous in the list</source>
        <translation>列表中的下一个、上一个</translation>
    </message>
    <message>
        <source>Look at a level of the block</source>
        <translation>查看记忆块的某个层级</translation>
    </message>
    <message>
        <source>Expand the block, or retry its summary</source>
        <translation>展开记忆块，或重试生成摘要</translation>
    </message>
    <message>
        <source>Go to the card, then into its text</source>
        <translation>转到卡片，再进入其文本</translation>
    </message>
    <message>
        <source>Move among the bars</source>
        <translation>在各条之间移动</translation>
    </message>
    <message>
        <source>Pin or unpin the event</source>
        <translation>置顶或取消置顶事件</translation>
    </message>
    <message>
        <source>Order of the list</source>
        <translation>列表排序</translation>
    </message>
    <message>
        <source>Move sessions to another workspace</source>
        <translation>将会话移到其他工作区</translation>
    </message>
    <message>
        <source>Export the selected sessions</source>
        <translation>导出选中的会话</translation>
    </message>
    <message>
        <source>Decay of the workspace</source>
        <translation>工作区的衰减</translation>
    </message>
    <message>
        <source>Copy the context of the session</source>
        <translation>复制会话的上下文</translation>
    </message>
    <message>
        <source>Show or hide what the block left behind</source>
        <translation>显示或隐藏记忆块留下的内容</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>System follows what the desktop is set to.</source>
        <translation>“系统”会跟随桌面的设置。</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Changes at once, without a restart.</source>
        <translation>立即生效，无需重启。</translation>
    </message>
    <message>
        <source>New workspaces</source>
        <translation>新建工作区</translation>
    </message>
    <message>
        <source>Turns a block</source>
        <translation>每块轮次</translation>
    </message>
    <message>
        <source>How many turns a conversation grows by before they are sealed into a block.</source>
        <translation>对话每增加多少轮，就封存为一个记忆块。</translation>
    </message>
    <message>
        <source>Decay (λ)</source>
        <translation>衰减 (λ)</translation>
    </message>
    <message>
        <source>How fast older blocks are shown in less detail. 0 keeps every word.</source>
        <translation>旧记忆块以多快的速度变得简略。0 表示保留每个字。</translation>
    </message>
    <message>
        <source>Background work</source>
        <translation>后台工作</translation>
    </message>
    <message>
        <source>Look for events</source>
        <translation>查找事件</translation>
    </message>
    <message>
        <source>Off, blocks are only summarised. What was found before stays.</source>
        <translation>关闭后只为记忆块做摘要。之前找到的保留。</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>提供方</translation>
    </message>
    <message>
        <source>Who summarises, finds events and answers questions. Built-in rules need none.</source>
        <translation>由谁来做摘要、查找事件和回答问题。内置规则不需要模型。</translation>
    </message>
    <message>
        <source>Built-in rules</source>
        <translation>内置规则</translation>
    </message>
    <message>
        <source>Other server</source>
        <translation>其他服务器</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Any server that speaks as OpenAI does.</source>
        <translation>任何与 OpenAI 兼容的服务器。</translation>
    </message>
    <message>
        <source>Its name, as the provider writes it.</source>
        <translation>模型名称，按提供方的写法。</translation>
    </message>
    <message>
        <source>Longest wait (seconds)</source>
        <translation>最长等待（秒）</translation>
    </message>
    <message>
        <source>For one whole reply.</source>
        <translation>等待一个完整回复的时间。</translation>
    </message>
    <message>
        <source>Requests at once</source>
        <translation>同时请求数</translation>
    </message>
    <message>
        <source>1 for a model on this computer.</source>
        <translation>模型在本机上时用 1。</translation>
    </message>
    <message>
        <source>Mask secrets</source>
        <translation>遮盖机密</translation>
    </message>
    <message>
        <source>Keys and passwords in conversations are not sent along.</source>
        <translation>对话中的密钥和密码不会一并发送。</translation>
    </message>
    <message>
        <source>Price of a million tokens</source>
        <translation>每百万 token 的价格</translation>
    </message>
    <message>
        <source>Sent and received, in your currency. Kept for each model.</source>
        <translation>发送与接收，按您的货币。每个模型分别保存。</translation>
    </message>
    <message>
        <source>Monthly limit</source>
        <translation>每月限额</translation>
    </message>
    <message>
        <source>Work pauses when it is reached. 0 for none.</source>
        <translation>达到后暂停工作。0 表示不限。</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>General</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Memory file</source>
        <translation>记忆文件</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Shortcuts</source>
        <translation>快捷键</translation>
    </message>
</context>
<context>
    <name>SidePane</name>
    <message>
        <source>Events from this block</source>
        <translation>来自这个记忆块的事件</translation>
    </message>
    <message>
        <source>Decay forecast</source>
        <translation>衰减预测</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Open tail</source>
        <translation>未封存的对话</translation>
    </message>
    <message>
        <source>left nothing behind yet</source>
        <translation>尚未留下内容</translation>
    </message>
    <message>
        <source>what it left behind</source>
        <translation>留下的内容</translation>
    </message>
    <message numerus="yes">
        <source>%n more event(s) are in Events</source>
        <translation>
            <numerusform>“事件”页中还有 %n 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>Events are found when a block is sealed.</source>
        <translation>记忆块封存时才会查找事件。</translation>
    </message>
    <message>
        <source>Events are looked for after the summary.</source>
        <translation>生成摘要之后才会查找事件。</translation>
    </message>
    <message>
        <source>Without a summary no events were looked for.</source>
        <translation>没有摘要，因此没有查找事件。</translation>
    </message>
    <message>
        <source>Nothing here was worth remembering as an event.</source>
        <translation>这里没有值得作为事件记住的内容。</translation>
    </message>
    <message>
        <source>Imported from</source>
        <translation>导入自</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批次</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%n 条消息</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>with %n tool call(s)</source>
        <translation>
            <numerusform>含 %n 次工具调用</numerusform>
        </translation>
    </message>
    <message>
        <source>{messages}, {calls}</source>
        <translation>{messages}，{calls}</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Sealed</source>
        <translation>封存时间</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Show this import in Activity</source>
        <translation>在“活动”页中显示这次导入</translation>
    </message>
    <message>
        <source>Used in the answer</source>
        <translation>回答用到</translation>
    </message>
    <message>
        <source>Nothing was used.</source>
        <translation>没有用到任何内容。</translation>
    </message>
    <message>
        <source>Found, not used</source>
        <translation>找到但未用</translation>
    </message>
    <message>
        <source>Show {count} more</source>
        <translation>再显示 {count} 条</translation>
    </message>
    <message>
        <source>Receipt</source>
        <translation>回执</translation>
    </message>
    <message>
        <source>Nothing was recorded: being found changes no weight.</source>
        <translation>没有记录：仅被找到不会改变权重。</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判断</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>记录时间</translation>
    </message>
    <message>
        <source>{id}, undone since</source>
        <translation>{id}，已撤销</translation>
    </message>
    <message>
        <source>{id}, saved once</source>
        <translation>{id}，只记录一次</translation>
    </message>
    <message>
        <source>show in Activity</source>
        <translation>在“活动”中显示</translation>
    </message>
    <message>
        <source>show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Show {title}</source>
        <translation>显示 {title}</translation>
    </message>
</context>
<context>
    <name>SplitDialog</name>
    <message>
        <source>Name of the second node</source>
        <translation>第二个节点的名称</translation>
    </message>
    <message>
        <source>What belongs to the second node</source>
        <translation>属于第二个节点的内容</translation>
    </message>
</context>
<context>
    <name>Stage</name>
    <message numerus="yes">
        <source>%n relation(s)</source>
        <translation>
            <numerusform>%n 条关系</numerusform>
        </translation>
    </message>
    <message>
        <source>{relation} until {day}</source>
        <translation>{relation}，到 {day} 为止</translation>
    </message>
    <message>
        <source>{name}: double-click to unfold</source>
        <translation>{name}：双击展开</translation>
    </message>
</context>
<context>
    <name>StatusStrip</name>
    <message>
        <source>Local rules</source>
        <translation>本地规则</translation>
    </message>
    <message>
        <source>no model configured</source>
        <translation>未配置模型</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop the import; what was saved stays</source>
        <translation>停止导入；已保存的内容都会保留</translation>
    </message>
    <message>
        <source>no model named</source>
        <translation>未指定模型</translation>
    </message>
    <message numerus="yes">
        <source>%n block(s) could not be summarised</source>
        <translation>
            <numerusform>%n 个记忆块无法生成摘要</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n block(s) wait</source>
        <translation>
            <numerusform>%n 个记忆块在等待</numerusform>
        </translation>
    </message>
    <message>
        <source>Summarising {done} of {total} blocks</source>
        <translation>正在生成摘要：{done} / {total} 个记忆块</translation>
    </message>
    <message>
        <source>Importing {file}</source>
        <translation>正在导入 {file}</translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s)</source>
        <translation>
            <numerusform>%n 个对话</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading {file}</source>
        <translation>正在读取 {file}</translation>
    </message>
    <message>
        <source>Exporting {file}</source>
        <translation>正在导出 {file}</translation>
    </message>
    <message>
        <source>Stop the export; no file is written</source>
        <translation>停止导出；不会写入文件</translation>
    </message>
    <message>
        <source>saving…</source>
        <translation>正在保存…</translation>
    </message>
    <message>
        <source>saved</source>
        <translation>已保存</translation>
    </message>
</context>
<context>
    <name>StepCard</name>
    <message>
        <source>Show what it found</source>
        <translation>显示找到的内容</translation>
    </message>
    <message>
        <source>Hide what it found</source>
        <translation>隐藏找到的内容</translation>
    </message>
    <message>
        <source>Answers the question: {title}</source>
        <translation>回答了问题：{title}</translation>
    </message>
    <message>
        <source>Mark it as what answers the question</source>
        <translation>标为问题的答案</translation>
    </message>
    <message>
        <source>show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Show {title}</source>
        <translation>显示 {title}</translation>
    </message>
    <message>
        <source>Show it where it stands; correct it there if it is wrong</source>
        <translation>在原处查看；如有错误，可在那里更正</translation>
    </message>
    <message>
        <source>open here</source>
        <translation>在此打开</translation>
    </message>
    <message>
        <source>Open {title} here</source>
        <translation>在此打开 {title}</translation>
    </message>
    <message>
        <source>Read more of it, as the next step</source>
        <translation>读取更多内容，作为下一步</translation>
    </message>
</context>
<context>
    <name>StrataView</name>
    <message>
        <source>Strata</source>
        <translation>层</translation>
    </message>
    <message>
        <source>tail</source>
        <translation>未封存</translation>
    </message>
    <message>
        <source>A bar for each block. Left and Right move, Enter opens the card.</source>
        <translation>每个记忆块一条。用左右方向键移动，Enter 打开卡片。</translation>
    </message>
    <message>
        <source>you</source>
        <translation>您</translation>
    </message>
    <message>
        <source>agent</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>open
{turns} of {block_turns}
turns</source>
        <translation>未封存
{turns} / {block_turns}
轮</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
</context>
<context>
    <name>TakeBackDialog</name>
    <message>
        <source>Take a batch back</source>
        <translation>撤回批次</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Check all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Check none</source>
        <translation>全不选</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Take the checked ones back (Ctrl+Enter)</source>
        <translation>撤回已勾选的事件（Ctrl+Enter）</translation>
    </message>
    <message>
        <source>Take “{file}” back</source>
        <translation>撤回“{file}”</translation>
    </message>
    <message>
        <source>What you uncheck is kept, with all that was done to it since. Everything else becomes what it was before the import. You can bring it back from Activity.</source>
        <translation>取消勾选的事件会保留，此后对它的更改也一并保留。其余一切恢复到导入之前的样子。之后可在“活动”中重做。</translation>
    </message>
    <message>
        <source>All {count}</source>
        <translation>全部 {count}</translation>
    </message>
    <message>
        <source>Bring something back {count}</source>
        <translation>会恢复内容 {count}</translation>
    </message>
    <message>
        <source>Changed since {count}</source>
        <translation>此后有更改 {count}</translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) would go</source>
        <translation>
            <numerusform>将移除 %n 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>{going}, {kept}</source>
        <translation>{going}，{kept}</translation>
    </message>
    <message numerus="yes">
        <source>%n kept</source>
        <translation>
            <numerusform>保留 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查找…</translation>
    </message>
    <message numerus="yes">
        <source>Take %n event(s) back</source>
        <translation>
            <numerusform>撤回 %n 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo the whole batch</source>
        <translation>撤销整个批次</translation>
    </message>
</context>
<context>
    <name>TimeBar</name>
    <message>
        <source>Compare from here</source>
        <translation>从这里比较</translation>
    </message>
    <message>
        <source>Mark this day; what changes between it and another day is then highlighted</source>
        <translation>标记这一天；它与另一天之间的变化会突出显示</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Since {day}</source>
        <translation>自 {day} 起</translation>
    </message>
    <message>
        <source>As of {day}</source>
        <translation>截至 {day}</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Play through the changes (P)</source>
        <translation>逐个播放变化 (P)</translation>
    </message>
</context>
<context>
    <name>TimeSlider</name>
    <message>
        <source>Day that the graph is shown for</source>
        <translation>图谱所显示的日期</translation>
    </message>
    <message>
        <source>Drag to see what was true then; ← and → go to the next change</source>
        <translation>拖动以查看当时的情况；← 和 → 移到下一个变化</translation>
    </message>
    <message>
        <source>MMM yyyy</source>
        <comment>Date format of months</comment>
        <translation>yyyy年M月</translation>
    </message>
    <message>
        <source>d MMM</source>
        <comment>Date format of days</comment>
        <translation>M月d日</translation>
    </message>
</context>
<context>
    <name>Toast</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Import conversations (Ctrl+O)</source>
        <translation>导入对话 (Ctrl+O)</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Workspace:</source>
        <translation>工作区：</translation>
    </message>
</context>
<context>
    <name>TopSearch</name>
    <message>
        <source>Search memories, messages, people…</source>
        <translation>搜索记忆、消息、人物…</translation>
    </message>
    <message>
        <source>Search everything and every command (Ctrl+K)</source>
        <translation>搜索全部内容和所有命令 (Ctrl+K)</translation>
    </message>
    <message>
        <source>Ctrl K</source>
        <translation>Ctrl K</translation>
    </message>
</context>
<context>
    <name>UndoButton</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo: {what} (Ctrl+Z)</source>
        <translation>撤销：{what} (Ctrl+Z)</translation>
    </message>
    <message>
        <source>Nothing to undo</source>
        <translation>没有可撤销的操作</translation>
    </message>
</context>
<context>
    <name>UndoPhrase</name>
    <message>
        <source>import {file}</source>
        <translation>导入 {file}</translation>
    </message>
    <message>
        <source>memories of {file}</source>
        <translation>{file} 的记忆</translation>
    </message>
    <message>
        <source>pin event</source>
        <translation>置顶事件</translation>
    </message>
    <message>
        <source>unpin event</source>
        <translation>取消置顶事件</translation>
    </message>
    <message>
        <source>edit event</source>
        <translation>编辑事件</translation>
    </message>
    <message>
        <source>forget event</source>
        <translation>遗忘事件</translation>
    </message>
    <message>
        <source>restore event</source>
        <translation>恢复事件</translation>
    </message>
    <message>
        <source>archive event</source>
        <translation>归档事件</translation>
    </message>
    <message>
        <source>merge events</source>
        <translation>合并事件</translation>
    </message>
    <message>
        <source>supersede event</source>
        <translation>取代事件</translation>
    </message>
    <message>
        <source>conflict of events</source>
        <translation>事件冲突</translation>
    </message>
    <message>
        <source>relate events</source>
        <translation>关联事件</translation>
    </message>
    <message>
        <source>take relation away</source>
        <translation>移除关系</translation>
    </message>
    <message>
        <source>scope of event</source>
        <translation>事件范围</translation>
    </message>
    <message>
        <source>criticality of event</source>
        <translation>事件重要程度</translation>
    </message>
    <message>
        <source>events taken back</source>
        <translation>撤回的事件</translation>
    </message>
    <message>
        <source>expand block {block}</source>
        <translation>展开记忆块 {block}</translation>
    </message>
    <message>
        <source>use in an answer</source>
        <translation>在回答中使用</translation>
    </message>
    <message>
        <source>settings of {workspace}</source>
        <translation>{workspace}的设置</translation>
    </message>
    <message>
        <source>new workspace {workspace}</source>
        <translation>新建工作区{workspace}</translation>
    </message>
    <message>
        <source>rule for {workspace}</source>
        <translation>“{workspace}”的规则</translation>
    </message>
    <message>
        <source>remove rule for {workspace}</source>
        <translation>删除“{workspace}”的规则</translation>
    </message>
    <message>
        <source>move to {workspace}</source>
        <translation>移到“{workspace}”</translation>
    </message>
    <message>
        <source>answer in the review</source>
        <translation>审阅中的回答</translation>
    </message>
    <message>
        <source>summaries and events</source>
        <translation>摘要和事件</translation>
    </message>
    <message>
        <source>what went into the graph</source>
        <translation>收入图谱的内容</translation>
    </message>
    <message>
        <source>merge nodes</source>
        <translation>合并节点</translation>
    </message>
    <message>
        <source>split node</source>
        <translation>拆分节点</translation>
    </message>
    <message>
        <source>rename node</source>
        <translation>节点改名</translation>
    </message>
    <message>
        <source>add alias</source>
        <translation>添加别名</translation>
    </message>
    <message>
        <source>remove alias</source>
        <translation>移除别名</translation>
    </message>
    <message>
        <source>type of node</source>
        <translation>节点类型</translation>
    </message>
    <message>
        <source>close fact</source>
        <translation>结束事实</translation>
    </message>
    <message>
        <source>close relation</source>
        <translation>结束关系</translation>
    </message>
    <message>
        <source>decide fact</source>
        <translation>裁定事实</translation>
    </message>
    <message>
        <source>decide relation</source>
        <translation>裁定关系</translation>
    </message>
    <message>
        <source>read graph anew</source>
        <translation>重新读取图谱</translation>
    </message>
    <message>
        <source>retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>redo</source>
        <translation>重做</translation>
    </message>
</context>
<context>
    <name>UseList</name>
    <message numerus="yes">
        <source>%n earlier use(s)</source>
        <translation>
            <numerusform>还有 %n 次更早的使用</numerusform>
        </translation>
    </message>
    <message>
        <source>No question was kept</source>
        <translation>没有保存问题</translation>
    </message>
    <message>
        <source>turn {number}</source>
        <translation>第 {number} 轮</translation>
    </message>
    <message>
        <source>Untitled session</source>
        <translation>无标题的会话</translation>
    </message>
    <message>
        <source>Show the conversation it was used in</source>
        <translation>显示使用它的会话</translation>
    </message>
    <message>
        <source>receipt</source>
        <translation>回执</translation>
    </message>
    <message>
        <source>Show the receipt in Activity</source>
        <translation>在“活动”中显示回执</translation>
    </message>
    <message>
        <source>Receipt: {question}</source>
        <translation>回执：{question}</translation>
    </message>
</context>
<context>
    <name>WeightCurve</name>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>turn {number}</source>
        <translation>第 {number} 轮</translation>
    </message>
    <message numerus="yes">
        <source>in %n turn(s)</source>
        <translation>
            <numerusform>%n 轮后</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WindowActions</name>
    <message>
        <source>Go to {page}</source>
        <translation>前往{page}</translation>
    </message>
    <message>
        <source>Search everything</source>
        <translation>搜索全部内容</translation>
    </message>
    <message>
        <source>Filter this page</source>
        <translation>筛选本页</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Open the sample</source>
        <translation>打开示例</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>New workspace…</source>
        <translation>新建工作区…</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>About StrataGate</source>
        <translation>关于 StrataGate</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Undo: {what}</source>
        <translation>撤销：{what}</translation>
    </message>
    <message>
        <source>Redo: {what}</source>
        <translation>重做：{what}</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>所有页面</translation>
    </message>
</context>
<context>
    <name>Wording</name>
    <message>
        <source>decision</source>
        <translation>决定</translation>
    </message>
    <message>
        <source>release</source>
        <translation>发布</translation>
    </message>
    <message>
        <source>task completed</source>
        <translation>任务完成</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>计划</translation>
    </message>
    <message>
        <source>change</source>
        <translation>变更</translation>
    </message>
    <message>
        <source>cancellation</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>incident</source>
        <translation>事故</translation>
    </message>
    <message>
        <source>meeting</source>
        <translation>会面</translation>
    </message>
    <message>
        <source>collaboration</source>
        <translation>协作</translation>
    </message>
    <message>
        <source>migration</source>
        <translation>迁移</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>active</source>
        <translation>有效</translation>
    </message>
    <message>
        <source>superseded</source>
        <translation>已被取代</translation>
    </message>
    <message>
        <source>forgotten</source>
        <translation>已遗忘</translation>
    </message>
    <message>
        <source>archived</source>
        <translation>已归档</translation>
    </message>
    <message>
        <source>occurred</source>
        <translation>已发生</translation>
    </message>
    <message>
        <source>planned</source>
        <translation>已计划</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>ongoing</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>user</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>routine</source>
        <translation>日常</translation>
    </message>
    <message>
        <source>preference</source>
        <translation>偏好</translation>
    </message>
    <message>
        <source>identity</source>
        <translation>身份</translation>
    </message>
    <message>
        <source>safety</source>
        <translation>安全</translation>
    </message>
    <message>
        <source>time of day</source>
        <translation>具体时刻</translation>
    </message>
    <message>
        <source>day</source>
        <translation>日</translation>
    </message>
    <message>
        <source>month</source>
        <translation>月</translation>
    </message>
    <message>
        <source>year</source>
        <translation>年</translation>
    </message>
    <message>
        <source>days</source>
        <translation>数日</translation>
    </message>
    <message>
        <source>relative</source>
        <translation>相对</translation>
    </message>
    <message>
        <source>not dated</source>
        <translation>无日期</translation>
    </message>
    <message>
        <source>explicit</source>
        <translation>明确说明</translation>
    </message>
    <message>
        <source>inferred</source>
        <translation>推断</translation>
    </message>
    <message>
        <source>no basis</source>
        <translation>无依据</translation>
    </message>
    <message>
        <source>You</source>
        <translation>您</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Background</source>
        <translation>后台</translation>
    </message>
    <message>
        <source>supersedes</source>
        <translation>取代</translation>
    </message>
    <message>
        <source>conflicts with</source>
        <translation>与之冲突</translation>
    </message>
    <message>
        <source>same as</source>
        <translation>等同于</translation>
    </message>
    <message>
        <source>before</source>
        <translation>早于</translation>
    </message>
    <message>
        <source>after</source>
        <translation>晚于</translation>
    </message>
    <message>
        <source>related to</source>
        <translation>相关</translation>
    </message>
    <message>
        <source>superseded by</source>
        <translation>被取代</translation>
    </message>
    <message>
        <source>A time that is none was left out; its words stay.</source>
        <translation>不成立的时间已舍去，原话保留。</translation>
    </message>
    <message>
        <source>A time was more exact than its words.</source>
        <translation>有一个时间比原话更精确，已放宽。</translation>
    </message>
    <message>
        <source>A value that is not known was left out.</source>
        <translation>未知的取值已舍去。</translation>
    </message>
    <message>
        <source>Tags, names or quotes beyond the limits were left out.</source>
        <translation>超出上限的标签、名称或引文已舍去。</translation>
    </message>
    <message>
        <source>Text beyond the limits was cut off.</source>
        <translation>超出上限的文字已截断。</translation>
    </message>
    <message>
        <source>A stored value that makes no sense is not shown: {fields}.</source>
        <translation>有一个存储的值没有意义，不予显示：{fields}。</translation>
    </message>
    <message>
        <source>A source that is not in the block was left out.</source>
        <translation>有一个来源不在记忆块中，已略过。</translation>
    </message>
    <message>
        <source>No source was named; the whole block stands for it.</source>
        <translation>没有指明来源；以整个记忆块为证据。</translation>
    </message>
    <message>
        <source>A quote that is not word for word in its source was left out.</source>
        <translation>有一处引文与来源不逐字相同，已略过。</translation>
    </message>
    <message>
        <source>A relation to an event that is not there was left out.</source>
        <translation>有一个关系指向不存在的事件，已略过。</translation>
    </message>
    <message>
        <source>conflict</source>
        <translation>冲突</translation>
    </message>
    <message>
        <source>“{words}”</source>
        <translation>“{words}”</translation>
    </message>
    <message>
        <source>said at an unknown time</source>
        <translation>说于未知时间</translation>
    </message>
    <message>
        <source>said today</source>
        <translation>今天说的</translation>
    </message>
    <message>
        <source>said {day}</source>
        <translation>说于 {day}</translation>
    </message>
    <message>
        <source>since {day}</source>
        <translation>{day}起</translation>
    </message>
    <message>
        <source>{day}, {time}</source>
        <translation>{day} {time}</translation>
    </message>
</context>
<context>
    <name>WorkspaceButton</name>
    <message>
        <source>Choose what the pages show</source>
        <translation>选择各页显示的内容</translation>
    </message>
</context>
<context>
    <name>WorkspaceDialog</name>
    <message>
        <source>Workspace settings</source>
        <translation>工作区设置</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>Turns a &amp;block</source>
        <translation>每块轮次(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Decay (λ)</source>
        <translation>衰减 (λ)(&amp;D)</translation>
    </message>
    <message>
        <source>Blocks that are sealed keep their size. Decay changes what is shown of all of them; the words themselves always stay. You can undo this.</source>
        <translation>已封存的记忆块大小不变。衰减会改变所有记忆块显示多少内容；原话始终保留。可以撤销。</translation>
    </message>
    <message>
        <source>Use λ {value}, which keeps the same decay a turn</source>
        <translation>使用 λ {value}，每轮的衰减保持不变</translation>
    </message>
    <message numerus="yes">
        <source>Above {limit} details fade quickly: a block is down to its title after %n more block(s).</source>
        <translation>
            <numerusform>高于 {limit} 时细节会很快淡化：再过 %n 个记忆块就只剩标题。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_ConflictToggle</name>
    <message>
        <source>Show only events that contradict another one</source>
        <translation>只显示与其他事件矛盾的事件</translation>
    </message>
</context>
<context>
    <name>_Counted</name>
    <message numerus="yes">
        <source>%n new</source>
        <translation>
            <numerusform>%n 个新增</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n longer</source>
        <translation>
            <numerusform>%n 个变长</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unchanged</source>
        <translation>
            <numerusform>%n 个未变</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Summarised %n block(s)</source>
        <translation>
            <numerusform>为 %n 个记忆块生成了摘要</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>found %n event(s)</source>
        <translation>
            <numerusform>找到 %n 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Pinned %n event(s)</source>
        <translation>
            <numerusform>置顶了 %n 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Unpinned %n event(s)</source>
        <translation>
            <numerusform>取消置顶 %n 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Forgot %n event(s)</source>
        <translation>
            <numerusform>遗忘了 %n 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Restored %n event(s)</source>
        <translation>
            <numerusform>恢复了 %n 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Archived %n event(s)</source>
        <translation>
            <numerusform>归档了 %n 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Took %n event(s) of {file} back</source>
        <translation>
            <numerusform>撤回了 {file} 的 %n 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Scope of %n event(s): {value}</source>
        <translation>
            <numerusform>%n 个事件的范围：{value}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Criticality of %n event(s): {value}</source>
        <translation>
            <numerusform>%n 个事件的重要程度：{value}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Merged %n event(s) into {into}</source>
        <translation>
            <numerusform>将 %n 个事件合并为{into}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Used %n event(s) in an answer</source>
        <translation>
            <numerusform>在回答中使用了 %n 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Moved %n session(s) to {workspace}</source>
        <translation>
            <numerusform>已将 %n 个会话移到{workspace}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Started %n job(s) again</source>
        <translation>
            <numerusform>重新开始了 %n 个任务</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n later change(s)</source>
        <translation>
            <numerusform>及之后的 %n 项更改</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conflict(s)</source>
        <translation>
            <numerusform>%n 处冲突</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n turn(s)</source>
        <translation>
            <numerusform>%n 轮</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s)</source>
        <translation>
            <numerusform>%n 个对话</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new conversation(s)</source>
        <translation>
            <numerusform> %n 个新对话</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n longer one(s)</source>
        <translation>
            <numerusform> %n 个有新增的对话</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%n 条消息</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n block(s) to summarise</source>
        <translation>
            <numerusform>%n 个待摘要的记忆块</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not chosen</source>
        <translation>
            <numerusform>%n 个未选</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Import %n conversation(s)</source>
        <translation>
            <numerusform>导入 %n 个对话</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n 条警告</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n workspace(s)</source>
        <translation>
            <numerusform>%n 个工作区</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n session(s)</source>
        <translation>
            <numerusform>%n 个会话</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n block(s)</source>
        <translation>
            <numerusform>%n 个记忆块</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event(s)</source>
        <translation>
            <numerusform>%n 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n relation(s)</source>
        <translation>
            <numerusform>%n 个关系</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n use(s)</source>
        <translation>
            <numerusform>%n 次使用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rule(s)</source>
        <translation>
            <numerusform>%n 条规则</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n correction(s) of the graph</source>
        <translation>
            <numerusform>%n 处图谱更正</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) in Review</source>
        <translation>
            <numerusform>%n 个审阅答复</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n job(s)</source>
        <translation>
            <numerusform>%n 个任务</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>failed · %n attempt(s)</source>
        <translation>
            <numerusform>失败 · 已尝试 %n 次</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>still L{level} with %n newer block(s) ready</source>
        <translation>
            <numerusform>已有 %n 个更新的记忆块就绪，仍为 L{level}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>L{level} because %n newer block(s) are ready</source>
        <translation>
            <numerusform>L{level}，因为有 %n 个更新的记忆块就绪</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>L{level}: you expanded it to L{anchor}, %n block(s) ago</source>
        <translation>
            <numerusform>L{level}：您在 %n 个记忆块之前将其展开到 L{anchor}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>L{level}: an assistant expanded it to L{anchor}, %n block(s) ago</source>
        <translation>
            <numerusform>L{level}：助手在 %n 个记忆块之前将其展开到 L{anchor}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>L{level} after %n more block(s)</source>
        <translation>
            <numerusform>再过 %n 个记忆块为 L{level}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation>
            <numerusform>%n 个等待中</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n running</source>
        <translation>
            <numerusform>%n 个进行中</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n failed</source>
        <translation>
            <numerusform>%n 个失败</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n switched off</source>
        <translation>
            <numerusform>%n 个已关闭</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the first %n are listed</source>
        <translation>
            <numerusform>仅列出前 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n attempt(s)</source>
        <translation>
            <numerusform>%n 次尝试</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) added</source>
        <translation>
            <numerusform>添加了 %n 条消息</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) left out on purpose</source>
        <translation>
            <numerusform>有意略去 %n 条消息</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more problem(s)</source>
        <translation>
            <numerusform>另有 %n 个问题</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Imported %n conversation(s)</source>
        <translation>
            <numerusform>导入了 %n 个对话</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>mark %n conflict(s)</source>
        <translation>
            <numerusform>标记 %n 个冲突</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Commit %n change(s)</source>
        <translation>
            <numerusform>提交 %n 项更改</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories</source>
        <translation>
            <numerusform>%n 条记忆</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not judged yet</source>
        <translation>
            <numerusform>%n 条尚未判断</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n could not be judged</source>
        <translation>
            <numerusform>%n 条无法判断</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n need you</source>
        <translation>
            <numerusform>%n 条需要你</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Wrote %n memories</source>
        <translation>
            <numerusform>写入 %n 条记忆</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not taken</source>
        <translation>
            <numerusform>%n 条未采纳</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>answered from %n memories</source>
        <translation>
            <numerusform>依据 %n 条记忆作答</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n search(es)</source>
        <translation>
            <numerusform>%n 次搜索</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n expansion(s)</source>
        <translation>
            <numerusform>%n 次展开</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tokens</source>
        <translation>
            <numerusform>%n 个 token</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>找到 %n 条</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n fact(s) and relation(s)</source>
        <translation>
            <numerusform>%n 条事实和关系</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reads the graph of {workspace} anew from %n event(s)</source>
        <translation>
            <numerusform>从 %n 个事件重新读取 {workspace} 的图谱</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n thing(s) need you</source>
        <translation>
            <numerusform>%n 件事需要你</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n quote(s)</source>
        <translation>
            <numerusform>%n 条引文</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n source(s)</source>
        <translation>
            <numerusform>%n 个来源</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_NamePanel</name>
    <message>
        <source>Names</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>No event names anybody yet.</source>
        <translation>还没有事件提到任何人。</translation>
    </message>
    <message>
        <source>Anybody and anything</source>
        <translation>任何人和事物</translation>
    </message>
</context>
<context>
    <name>_Question</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message numerus="yes">
        <source>%n later change(s) rest on it</source>
        <translation>
            <numerusform>有 %n 项后来的变更依赖于它</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>……还有 %n 项</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Undo all %n</source>
        <translation>
            <numerusform>全部撤销（%n 项）</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_SpanPanel</name>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
</context>
<context>
    <name>_Table</name>
    <message>
        <source>Events of the batch</source>
        <translation>批次中的事件</translation>
    </message>
    <message>
        <source>J and K or the arrows move, Space checks</source>
        <translation>J 和 K 或方向键移动，空格键勾选</translation>
    </message>
</context>
<context>
    <name>_Words</name>
    <message>
        <source>now {weight}</source>
        <translation>当前 {weight}</translation>
    </message>
    <message>
        <source>floor {weight}</source>
        <translation>下限 {weight}</translation>
    </message>
    <message>
        <source>cap {weight}</source>
        <translation>上限 {weight}</translation>
    </message>
    <message>
        <source>Being found does not count.</source>
        <translation>被搜到不算使用。</translation>
    </message>
    <message>
        <source>Being found does not count: last found {time}.</source>
        <translation>被搜到不算使用：上次搜到于 {time}。</translation>
    </message>
    <message numerus="yes">
        <source>%n turn(s) since it was last used</source>
        <translation>
            <numerusform>距上次使用 %n 轮</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n turn(s) since it was formed</source>
        <translation>
            <numerusform>距形成 %n 轮</numerusform>
        </translation>
    </message>
    <message>
        <source>Not used in an answer yet.</source>
        <translation>尚未在回答中使用。</translation>
    </message>
    <message numerus="yes">
        <source>Used in %n answer(s).</source>
        <translation>
            <numerusform>在 %n 个回答中使用过。</numerusform>
        </translation>
    </message>
    <message>
        <source>{used} {found}</source>
        <translation>{used}{found}</translation>
    </message>
</context>
</TS>
