"""Names that are known for what they are, and words that are no names."""

from __future__ import annotations

import re

from stratagate_app.engine.domain.graph import NodeType
from stratagate_app.engine.pipeline.words import STOP_WORDS

PACKAGE_MANAGERS = frozenset(
    "npm pnpm yarn bun pip pipenv poetry uv conda cargo maven gradle homebrew composer bundler "
    "nuget".split()
)
# Found in any case: they are no other word.
_PLAIN_TOOLS = frozenset(
    """
npm pnpm pipenv conda homebrew nuget webpack vite esbuild rollup eslint vitest pytest mypy pyright
docker podman kubernetes terraform ansible nginx postgres postgresql mysql mariadb sqlite redis
mongodb dynamodb cassandra clickhouse duckdb bigquery snowflake kafka rabbitmq elasticsearch
opensearch github gitlab bitbucket jira trello asana figma photoshop python golang typescript
javascript kotlin haskell svelte django fastapi laravel numpy pandas pytorch tensorflow ollama
grafana prometheus firefox emacs neovim vscode xcode pycharm intellij latex wordpress shopify
stripe paypal airtable todoist evernote onenote chatgpt deepseek whatsapp wechat telegram vercel
netlify heroku cloudflare supabase firebase graphql graphene nextjs nuxt vuejs langchain
leaflet maplibre mapbox qgis openstreetmap jenkins circleci playwright selenium cypress storybook
tailwind powershell ubuntu debian macos linux spotify lightroom
""".split()
)
# Found only where they are written so: the same letters can be another word.
_CASED_TOOLS = frozenset(
    """
Git Go Rust Swift Java Ruby PHP React Vue Angular Flask Rails Spring Express Next.js Node.js Deno
Bun Yarn Poetry Gradle Maven Slack Notion Obsidian Linear Zoom Teams Excel Word PowerPoint Outlook
Gmail Claude Gemini Copilot Cursor Codex Windows Android iOS Chrome Safari Vim AWS Azure GCP S3
Sentry Datadog Zotero Canva Blender Unity Godot Qt PySide PySide6 C++ C# .NET R Matlab Miro Signal
Discord Basecamp Sketch Anki Stata SPSS Tableau Looker dbt Airflow Spark Ray Helm Celery
""".split()
)
# Written small these are tools only beside words such as "use" or "switch to".
VERB_TOOLS = frozenset("yarn bun uv pip poetry cargo maven gradle git deno composer".split())
ENGLISH_PLACES = frozenset(
    """
Amsterdam Athens Atlanta Auckland Austin Bangkok Barcelona Basel Beijing Belgrade Bergen Berlin
Bologna Bonn Boston Bratislava Brisbane Bristol Brussels Bucharest Budapest Cairo Calgary Cambridge
Chengdu Chicago Cologne Copenhagen Dallas Delhi Denver Dresden Dubai Dublin Edinburgh Florence
Frankfurt Geneva Glasgow Gothenburg Guangzhou Hamburg Hangzhou Hanoi Helsinki Houston Istanbul
Jakarta Johannesburg Kyiv Kyoto Lagos Leeds Leipzig Lima Lisbon Liverpool London Lyon Madrid
Manchester Manila Marseille Melbourne Miami Milan Montreal Moscow Mumbai Munich Nairobi Nanjing
Naples Osaka Oslo Ottawa Oxford Paris Perth Porto Prague Reykjavik Riga Rome Rotterdam Salzburg
Santiago Seattle Seoul Shanghai Shenzhen Singapore Sofia Stockholm Stuttgart Sydney Taipei Tallinn
Tokyo Toronto Toulouse Trondheim Turin Utrecht Valencia Vancouver Venice Vienna Vilnius Warsaw
Zagreb Zurich Argentina Australia Austria Belgium Brazil Canada Chile China Croatia Denmark Egypt
England Estonia Finland France Germany Greece Hungary Iceland India Indonesia Ireland Israel Italy
Japan Kenya Korea Latvia Lithuania Malaysia Mexico Morocco Netherlands Norway Peru Philippines
Poland Portugal Romania Scotland Serbia Slovakia Slovenia Spain Sweden Switzerland Taiwan Thailand
Turkey Ukraine Uruguay Vietnam Wales California Oregon Bavaria Tuscany Europe Asia Africa
""".split()
) | {
    "New York",
    "San Francisco",
    "Los Angeles",
    "Hong Kong",
    "Cape Town",
    "Buenos Aires",
    "Tel Aviv",
    "New Zealand",
    "South Africa",
    "Ho Chi Minh City",
    "Mexico City",
    "Sao Paulo",
    "San Diego",
    "New Delhi",
    "United States",
    "United Kingdom",
    "Kuala Lumpur",
}
CHINESE_PLACES = (
    "北京|上海|杭州|深圳|广州|成都|南京|苏州|武汉|西安|重庆|天津|香港|澳门|台北|厦门|青岛|大理|长沙|郑州|宁波|无锡|"
    "合肥|福州|济南|大连|沈阳|哈尔滨|昆明|贵阳|海口|三亚|珠海|东莞|佛山|温州|绍兴|嘉兴|柏林|里斯本|东京|大阪|京都|"
    "首尔|新加坡|伦敦|巴黎|纽约|旧金山|洛杉矶|西雅图|波士顿|多伦多|温哥华|悉尼|墨尔本|慕尼黑|阿姆斯特丹|日本|韩国|"
    "美国|英国|法国|德国|西班牙|葡萄牙|意大利|加拿大|澳大利亚|泰国|越南|马来西亚"
)
# Common given names: whoever is called so is a person, also where nothing else tells.
GIVEN_NAMES = frozenset(
    """
Aaron Adam Alan Albert Alex Alexander Alice Amanda Amelia Amy Anders Andrea Andreas Andrew Andy
Angela Anna Anne Anton Antonio Arthur Barbara Ben Benjamin Bernd Bob Brian Bruno Carla Carlos
Carol Caroline Catherine Cecilia Charles Charlotte Chloe Chris Christian Christine Clara Claudia
Daniel Daniela David Deborah Dennis Diana Diego Dmitri Dominik Donna Dorothy Edward Elena Elias
Elizabeth Ella Emil Emily Emma Eric Erik Eva Evelyn Fabian Felix Fiona Florian Francesca Frank
Fred Frederik Gabriel Gary George Gina Giulia Greta Gustav Hannah Hans Harry Heather Heidi Helen
Helena Henry Hugo Ian Igor Ines Ingrid Isaac Isabel Isabella Ivan Jack Jacob Jakob James Jan Jane
Janet Jason Javier Jeff Jennifer Jenny Jessica Jim Joan Joao Joe Johan Johanna John Johannes Jon
Jonas Jonathan Jose Joseph Josh Joshua Juan Julia Julian Julie Karen Karin Karl Kate Katharina
Katie Keith Kelly Kenneth Kevin Klaus Lara Larry Lars Laura Lea Lena Leo Leon Liam Lily Lina Linda
Lisa Lorenzo Louis Louise Lucas Lucia Lucy Luis Lukas Maria Marie Marco Marcus Margaret Marina
Mario Markus Martha Martin Mary Mateo Mathias Matthew Matthias Maya Max Megan Mei Melanie Melissa
Mia Michael Michelle Miguel Mike Mila Mira Miriam Mohamed Monica Nadia Nancy Natalia Natalie Nathan
Nick Nicolas Nicole Nils Nina Noah Nora Oliver Olivia Omar Oscar Otto Pablo Paolo Pascal Patricia
Patrick Paul Paula Pedro Peter Philip Philipp Pierre Priya Rachel Rafael Rajesh Ralf Ravi Rebecca
Richard Rita Robert Roberto Robin Roger Roland Ronald Rosa Ruth Ryan Sabine Sam Samantha Samuel
Sandra Sara Sarah Scott Sebastian Sergei Sharon Simon Sofia Sonia Sophia Sophie Stefan Stefanie
Stephanie Stephen Steve Steven Susan Susanne Sven Tanya Teresa Theo Theresa Thomas Tim Timothy Tina
Tobias Tom Tomas Tony Ulrich Ursula Valentina Vanessa Vera Veronica Victor Victoria Viktor Vincent
Vivian Walter Wei William Xavier Yan Yuki Yusuf Zoe
""".split()
)
# A capital does not make a name of these.
NO_NAMES = frozenset(
    """
I It We You He She They This That These Those There Here Everyone Everybody Someone Somebody Nobody
Anyone Anybody Nothing Everything Something People Users User Assistant Team Who What When Where
Why How Which If Then Next Now Today Tomorrow Yesterday Tonight Monday Tuesday Wednesday Thursday
Friday Saturday Sunday Mon Tue Tues Wed Thu Thurs Fri Sat Sun January February March April May June
July August September October November December Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec
Spring Summer Autumn Winter Christmas Easter Thanksgiving Halloween Ramadan English German French
Spanish Portuguese Italian Norwegian Swedish Danish Dutch Chinese Japanese Korean Russian Arabic
Polish Turkish Greek European American British Asian African Mom Dad Mum Mama Papa Grandma Grandpa
God Please Thanks Thank Hello Hi Hey Yes No Ok OK Yeah Also But And So Or The A An My Our Your His
Her Their Its Let Lets Do Does Did Is Are Was Were Be Use Keep Never Always Only Just Not From
Since Until After Before During Last First Second Third Every Each All Some Many Most Both In On At
By For To With Without As Of About Because While Although However Maybe Perhaps Sure Great Good
Well Wow Oh Ah Still Already Currently Recently Finally Actually Later Soon Once Again Sir Madam
Mr Mrs Ms Dr Prof Internet Web Wifi PDF URL API CPU GPU SQL HTML CSS JSON XML CSV UI UX CI CD TODO
FAQ CEO CTO CFO HR PR QA IT AM PM UTC GMT GPX TV OS ID AI
""".split()
)
ORGANIZATION = re.compile(
    r"\b((?:[A-Z][\w&'’-]*\s){1,3}(?:Labs?|Inc|Ltd|LLC|GmbH|AG|Corp|Corporation|Company|University|"
    r"Institute|Bank|Foundation|Hospital|Studios?|Systems|Technologies|Group|Press|Airlines|Agency|"
    r"Consulting|Software|Robotics|Analytics|Airways|Museum|Ministry|College|Academy))\b|"
    r"\b((?:University|Institute|Bank|Ministry|Museum) of (?:[A-Z]\w+ ?){1,3}(?<! ))"
)
_BIG = frozenset(
    """
Google Microsoft Apple Amazon Meta Netflix Siemens Bosch BMW SAP Spotify IBM Intel Nvidia OpenAI
Anthropic Mozilla Samsung Sony Toyota Volkswagen Philips Ericsson Nokia Ikea Airbus Boeing Tesla
Uber Airbnb Adobe Oracle Salesforce NASA CERN DHL Huawei Tencent Alibaba ByteDance Baidu Xiaomi
Equinor Roche Novartis Nestle Stripe Shopify GitHub GitLab Mistral
""".split()
)
CHINESE_ORGANIZATIONS = (
    "腾讯|阿里巴巴|阿里|百度|字节跳动|字节|华为|小米|美团|京东|网易|滴滴|拼多多|快手|蚂蚁集团|比亚迪|大疆|联想|谷歌|"
    "微软|苹果公司|亚马逊|西门子|特斯拉|英特尔|英伟达"
)


def tool_named(word: str, *, after_verb: bool = False) -> bool:
    """Return whether a word is a known tool; after_verb: it stands where a tool is used."""
    lowered = word.lower()
    if lowered in _PLAIN_TOOLS or word in _CASED_TOOLS:
        return True
    return after_verb and lowered in VERB_TOOLS


def is_place(name: str) -> bool:
    """Return whether a name is that of a known town, country or part of the world."""
    return name in ENGLISH_PLACES


def is_organization(name: str) -> bool:
    """Return whether a name is that of a known organization, or ends like one."""
    return name in _BIG or ORGANIZATION.fullmatch(name) is not None


def is_person(name: str) -> bool:
    """Return whether a name begins with a common given name."""
    return name.split(" ", 1)[0] in GIVEN_NAMES and not is_organization(name)


def cleaned_name(name: str) -> str:
    """Return a name without the words around it that are none ("April Jonas"); "" if none stays."""
    words = name.rstrip(".,'’ ").removesuffix("'s").removesuffix("’s").split()
    if is_place(" ".join(words)):
        return " ".join(words)
    while words and _is_no_name(words[0]):
        words.pop(0)
    while words and _is_no_name(words[-1]):
        words.pop()
    return " ".join(words)


def _is_no_name(word: str) -> bool:
    return word in NO_NAMES or (
        word.lower() in STOP_WORDS and not tool_named(word) and word not in GIVEN_NAMES
    )


def kind_of(name: str) -> NodeType | None:
    """Return what a name is known to be; None for one that nobody knows."""
    if is_place(name):
        return NodeType.PLACE
    if tool_named(name):
        return NodeType.TOOL
    if is_organization(name):
        return NodeType.ORGANIZATION
    if is_person(name):
        return NodeType.PERSON
    return None
