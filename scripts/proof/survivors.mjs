/**
 * Mutants that no test notices, and why that is so. What survives and is not here is a question that nobody has answered yet.
 * @type {readonly import("./mutation/verdict.mjs").Explanation[]}
 */
export const SURVIVORS = [
  {
    files: /^provider\/resources\/(access-window|grant)\.ts$/,
    mutators: ["ConditionalExpression", "LogicalOperator"],
    line: /if \(from && until &&|typeof allowedUntilDate === "string"|text === null \|\| text === undefined/,
    why: "the same: Date.parse of what is no date is not a number, which is neither before nor after anything",
  },
  {
    files: /^provider\/resources\/fields\.ts$/,
    mutators: ["ConditionalExpression", "EqualityOperator"],
    line: /left < right \? -1 : left > right/,
    why: "the same: a sort asks only which of two comes first, and what it sorts here holds nothing twice",
  },
  {
    files: /^provider\/resources\/authorization(-set)?\.ts$/,
    mutators: ["ObjectLiteral"],
    line: /pending: z\./,
    why: "the same for the provider: of outputs it uses the names; their types are for the pages",
  },
  {
    files: /^provider\/resources\/(authorization-list|authorizations-of-user|locks)\.ts$/,
    mutators: ["StringLiteral"],
    line: /\.where\("|session\.list\("smartlocks"|lookAgain\("of every type"/,
    why: "the same: a name inside the provider, which only has to differ from the others",
  },
  {
    files: /^provider\/resources\/(authorization-list|sub-account)\.ts$/,
    mutators: ["StringLiteral"],
    line: /authorizationId = ""|language = ""/,
    why: "never used: a value for the compiler, where the real one is always there",
  },
  {
    files: /^provider\/engine\//,
    mutators: ["ArrayDeclaration"],
    line: /(alterable|writeOnly|fixed|setAfterCreation\?\.\(wanted\)|replacedBy\?\.\(wanted\)|get\(word\)|get\(owner\)) \?\? \[\]|#places: string\[\] = \[\]|, wanted\) : \[\];|map\(\(\[id\]\) => id\) : \[\]|wanted, fields\) : \[\];/,
    why: "the same: the word that stands in the place of nothing is no field, no id and no object",
  },
  {
    files: /^provider\/engine\/(pending|by-exclusion|matches)\.ts$/,
    mutators: ["StringLiteral"],
    line: /Date\.parse\(kind\.spec\.createdAt\(live\) \?\? ""\)/,
    why: "the same: neither text is a date",
  },
  {
    files: /^provider\/engine\/collection\.ts$/,
    mutators: ["ConditionalExpression", "EqualityOperator"],
    line: /return only !== undefined && others\.length === 0/,
    why: "the same: the only list, or a copy of it",
  },
  {
    files: /^provider\/engine\/collection\.ts$/,
    mutators: ["OptionalChaining", "ConditionalExpression", "StringLiteral"],
    line: /this\.#parts\?\.of\(|part !== undefined && this\.#knownParts\.has\(part\)|this\.#parts === undefined \|\| this\.#knowsAll|scope === undefined \|\| parts === undefined/,
    why: "the same: who asks for a part has parts, and none is called undefined",
  },
  {
    files: /^provider\/engine\/kind\.ts$/,
    mutators: ["OptionalChaining", "ArrayDeclaration"],
    line: /this\.spec\.(get|isWitnessed|contents)\?\.\(/,
    why: "the same: only kinds that have it are asked",
  },
  {
    files: /^provider\/engine\/kind\.ts$/,
    line: /const wordOf = \(bag: Bag\)|canonical\(fields\.map|return listed$|\.filter\(\(\[, live\]\) => fields\.every/,
    why: "the same: the index and the comparison after it tell the same; the index is only quicker",
  },
  {
    files: /^provider\/engine\/(located|read)\.ts$/,
    line: /whyNotMissed\(session, kind, \{ is: "gone" \}|container\?\.noun \?\? ""|why: why \?\? ""|return container === undefined \? \{ is: "gone" \}/,
    why: "the same: only what it was part of is read from it, and absent is as good as undefined",
  },
  {
    files: /^provider\/engine\/session\.ts$/,
    mutators: ["LogicalOperator"],
    line: /isWitnessed: spec\.isWitnessed &&/,
    why: "the same: where a kind has no witness, none answers",
  },
  {
    files: /^provider\/engine\/(note-file|own-folder)\.ts$/,
    line: /process\.platform === "win32"|process\.geteuid\?\.\(\)/,
    why: "differs on Windows alone, where these tests do not run",
  },
  {
    files: /^provider\/engine\/(note-file|old-notes)\.ts$/,
    mutators: ["ObjectLiteral", "BooleanLiteral"],
    line: /\{ force: true \}\)/,
    why: "the same: what another run has removed meanwhile is no failure, since none is told here",
  },
  {
    files: /^provider\/engine\/(equal|pending)\.ts$/,
    mutators: ["EqualityOperator"],
    line: /left(\[0\])? < right(\[0\])? \? -1 : 1/,
    why: "the same: no two of them are equal",
  },
  {
    files: /^provider\/engine\/(writer|remove|set\/remove|set\/update)\.ts$/,
    mutators: ["StringLiteral", "ArrowFunction"],
    line: /"together"|groupOf: \(\) => ""/,
    why: "the same: a word of which only whether it is another one is asked",
  },
  {
    files: /^provider\/engine\/surroundings\.ts$/,
    line: /onEngineDeath/,
    why: "is about a process that dies; the tests of that do not judge mutants",
  },
  {
    files: /^provider\/engine\//,
    mutators: ["StringLiteral", "OptionalChaining", "ConditionalExpression", "ArrayDeclaration"],
    line: /\[, idPart = ""\]|first\?\.\[field\]|first\?\.(label|isWarning)|\$\{why \?\? ""\}|\.at\(-1\) \?\? ""|failure\.stack \?\? ""|if \(only !== undefined && others\.length === 0\) \{|if \(field !== undefined && isChanged\)|^ +live !== undefined &&$|keys\.get\(wordOf\(live\)\)\?\.delete|ErrnoException \| undefined\)\?\.code|seen\?\.isListed === false|if \(key === undefined \|\| |first !== undefined && others\.length > 0/,
    why: "never otherwise: a case for the compiler, which does not know that the value is always there",
  },
  {
    files: /^provider\/engine\/(listing|set\/update|set\/diff)\.ts$/,
    mutators: ["ConditionalExpression"],
    line: /if \(live !== undefined\) \{|if \(id === undefined \|\| isPending\(state\)/,
    why: "never otherwise: what an index names is there, and what has no id is pending",
  },
  {
    files: /^provider\/engine\/(intent|token-place)\.ts$/,
    line: /typeof note\?\.at === "number"|\} catch \{$|text !== undefined && parseBaseUrl/,
    why: "the same: what fails there is taken for nothing anyway",
  },
  {
    files:
      /^provider\/engine\/(provider|reference|property-path|notes|record-pending|settings|set\/diff|set\/read)\.ts$/,
    line: /text === undefined \? \[\] : \[\[key, text\]|if \(name === undefined\) \{|text\.split\(\/\[|check: \(\) => Promise\.resolve\(\)|idFields\.map\(\(part\) => \[part, wanted|\.default\("false"\)|set\.inputsAt\("0", news\)|found === undefined \? undefined : props/,
    why: "the same in another form: what follows makes nothing of the difference",
  },
  {
    files: /^provider\/engine\/(old-notes|traffic|poller)\.ts$/,
    mutators: ["EqualityOperator", "BooleanLiteral"],
    line: /now - found\.mtimeMs > KEPT_MS|this\.#usualGapMs < TOGETHER_GAP_MS|let hasEnded = false/,
    why: "a moment more or less: a note a month old to the millisecond, a gap exactly at its bound, a pace that nobody waits by",
  },
  {
    files: /^provider\/api\/call\.ts$/,
    mutators: ["ConditionalExpression"],
    line: /\.\.\.\((query|body|operation\.query|operation\.body) !== undefined && /,
    why: "the same: a part of a request that is undefined is as good as absent",
  },
  {
    files: /^provider\/api\/call\.ts$/,
    line: /const isList = schema instanceof|const pieces = isList|if \(!isList \|\| pieces <= 1\)|for \(let from = 0; from < body\.length/,
    why: "the same answer: a long list is checked in pieces so that it takes less memory, which the hostile campaign looks at",
  },
  {
    files: /^provider\/api\/(call|fields)\.ts$/,
    mutators: ["ConditionalExpression", "EqualityOperator"],
    line: /if \(error instanceof TypeError\) throw refusal|return end < 0 \? elements/,
    why: "never otherwise: no other error comes there, and the fifth mistake is not in the first place",
  },
  {
    files: /^provider\/api\/paging\.ts$/,
    mutators: ["EqualityOperator"],
    line: /this\.#characters > MAX_CHARACTERS/,
    why: "a character more or less at a bound of 64 million",
  },
  {
    files: /^provider\/engine\/altered\.ts$/,
    mutators: ["MethodExpression", "ConditionalExpression", "OptionalChaining"],
    line: /text\.trim\(\)\.toLowerCase\(\)|return kept !== undefined && kept !== ""/,
    why: "the same: both texts are there, and a comparison without case is one in capitals too",
  },
  {
    files: /^provider\/engine\/by-exclusion\.ts$/,
    mutators: ["ConditionalExpression", "EqualityOperator"],
    line: /const alike = fields\.length < kind\.identity\(wanted\)\.length/,
    why: "the same: what is new there and has its whole identity was found as itself before",
  },
  {
    files: /^provider\/engine\/converge\.ts$/,
    mutators: ["ConditionalExpression", "MethodExpression"],
    line: /if \(fields\.length === 0 \|\| fields\.some/,
    why: "the same: no kind has two fields that the service alters, and a list that shows what is declared is as good as the answer",
  },
  {
    files: /^provider\/engine\/(note-file|send-create)\.ts$/,
    mutators: ["StringLiteral", "ConditionalExpression"],
    line: /CANNOT_FLUSH\.has\(codeOf\(error\) \?\? ""\)|created === "look again" \|\| !isAccepted/,
    why: "the same: neither word is a code of an error, and a word is nothing that was accepted",
  },
  {
    files: /^provider\/http\//,
    mutators: ["ObjectLiteral", "BooleanLiteral", "StringLiteral"],
    line: /addEventListener\("abort", \w+, \{ once: true \}\)|signal\.removeEventListener\("abort", stop\)/,
    why: "the same: a signal is aborted once, and a listener whose work is done does nothing",
  },
  {
    files: /^provider\/http\/base-url\.ts$/,
    line: /url\.search !== "" \|\| url\.hash !== ""|hostname === "localhost" \|\|/,
    why: "the same: the pattern finds each ? and # anyway, and no name of a host ends in numbers",
  },
  {
    files: /^provider\/http\/call\.ts$/,
    mutators: ["StringLiteral"],
    line: /this\.#end\("caller"\)|, "breaker"\)|^ +"budget",$/,
    why: "the same: a word of which only whether it is another one is asked",
  },
  {
    files: /^provider\/http\/(call|read-answer|client|redact|breaker)\.ts$/,
    mutators: ["StringLiteral", "ArrayDeclaration"],
    line: /headers\["(date|content-type)"\] \?\? ""|alsoSecret = \(\) => \[\]|others: readonly string\[\] = \[\]|#lastFailure = ""/,
    why: "the same: the word that stands there is no date, no type of content, no secret, or is not read",
  },
  {
    files: /^provider\/http\/(client|exchange)\.ts$/,
    line: /^ +reached: false,|this\.#running\.delete\(running\)|isRefusal\(\) && answer !== undefined|^ +return true;$/,
    why: "the same: nobody reads it of a call that was not sent, waits for what has ended, or takes more of what was stopped",
  },
  {
    files: /^provider\/http\/json-weight\.ts$/,
    line: /at < json\.length|end >= 0; end =/,
    why: "the same: behind the last character there is none, and a text ends behind its beginning",
  },
  {
    files: /^provider\/(http\/json-weight|api\/paging|api\/fields)\.ts$/,
    line: /values \+= 1|case ",":|values > MOST_VALUES|\+\+this\.#pages >= MAX_PAGES|this\.#characters/,
    why: "noticed by a test of millions of values, of 10,000 pages or of 64 MB, which costs more than a mutant may",
  },
  {
    files: /^provider\/http\/(failures|limiter|visible)\.ts$/,
    mutators: ["EqualityOperator", "MethodExpression"],
    line: /status >= 300 && status < 400|faster < 1 \?|now >= this\.#pausedUntil|code > 0xffff|text\.slice\(0, longest \+ 1\)/,
    why: "the same at the bound: 400 is told before, a pause of no time, no such character; and what is cut first is cut later too",
  },
  {
    files: /^provider\/http\/(retry-after|retry|schema-shape|service-text|version)\.ts$/,
    line: /text === undefined \|\| text === ""|question\.outcome\.kind === "status"|^ +default:$|\} catch \{$/,
    why: "the same: what comes after makes undefined of it anyway",
  },
  {
    files: /^provider\/http\/scrub\.ts$/,
    line: /const root: Node =|root\.next\.size === 0|at < text\.length|Buffer\.from\(secret, "utf8"\)|base64\.replace\(|new Set\(forms\)/,
    why: "the same: the root ends no secret, an empty form is never found, and = stands at the end of base64 alone",
  },
  {
    files: /^provider\/resources\/notification\.ts$/,
    mutators: ["ArrayDeclaration"],
    line: /asked\.wanted\.settings \?\? \[\]/,
    why: "the same: a word names no lock",
  },
  {
    files: /^provider\/engine\/remove\.ts$/,
    mutators: ["ConditionalExpression"],
    line: /sought\.is === "there" && sought\.isListed|sought\.is === "refused" && sought\.with !== undefined/,
    why: "the same: of all that a search can end with, only that one has what is asked next",
  },
  {
    files: /^provider\/engine\/set\/diff\.ts$/,
    mutators: ["ArrowFunction"],
    line: /const unknown = Object\.keys\(wanted\)/,
    why: "the same: a value that is not known yet differs from every value of the state",
  },
];
