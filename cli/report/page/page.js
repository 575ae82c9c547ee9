// What a report does in the browser. It is put into the page as it is, and makes no request.
"use strict";

/** @typedef {import("../form").Report} Report */
/** @typedef {import("../form").ReportedAccess} Access */

/** How many people or ways in are shown before somebody asks for all. */
const AT_FIRST = 300;

/** In the map, in rem; the style sheet has the same. */
const PERSON_WIDTH = 11;
const DOOR_WIDTH = 2.25;

/** @type {unknown} */
const given = JSON.parse(byId("report").textContent);
const report = /** @type {Report} */ (given);
const locks = new Map(report.locks.map((lock) => [lock.id, lock]));
const order = new Intl.Collator("en", { numeric: true });

/** @type {readonly { title: string, of: (one: Access) => string }[]} */
const columns = [
  { title: "Person", of: personOf },
  { title: "Lock", of: lockOf },
  { title: "How", of: (one) => (one.name === one.who ? one.type : `${one.type} “${one.name}”`) },
  { title: "When", of: whenOf },
  { title: "Last used", of: (one) => (one.lastUsed ?? "").slice(0, 10) },
  ...(report.access.some((one) => one.managedBy !== undefined)
    ? [{ title: "Managed by", of: (/** @type {Access} */ one) => one.managedBy ?? "" }]
    : []),
];

/** What the search looks through, beside what the columns show. */
const texts = new Map(
  report.access.map((one) => [
    one,
    [...columns.map(({ of }) => of(one)), ...(locks.get(one.lock)?.addresses ?? [])].join("\n").toLowerCase(),
  ]),
);

let sortedBy = 0;
let isDescending = false;
let isComplete = false;

/** @param {string} id @returns {HTMLElement} */
function byId(id) {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error(`The page has no element ${id}.`);
  }
  return found;
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Readonly<Record<string, string>>} [attributes] @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** @param {Access} one */
function personOf({ who, email }) {
  return email === undefined || email === who ? who : `${who} <${email}>`;
}

/** @param {Access} one */
function lockOf({ lock }) {
  return locks.get(lock)?.name ?? `lock ${lock}`;
}

/** @param {Access} one */
function whenOf({ window: when, remote }) {
  return `${when}${remote ? ", also remotely" : ""}`;
}

/** @param {string} name @returns {HTMLInputElement | HTMLSelectElement} */
function field(name) {
  return /** @type {HTMLInputElement | HTMLSelectElement} */ (byId(name));
}

function wantedMarks() {
  const boxes = byId("marks").querySelectorAll("input");
  return [...boxes].filter((box) => box.checked).map((box) => box.value);
}

function found() {
  const words = field("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const [lock, type, marks] = [field("lock").value, field("type").value, wantedMarks()];
  return report.access.filter((one) => {
    const text = texts.get(one) ?? "";
    return (
      (lock === "" || one.lock === lock) &&
      (type === "" || one.type === type) &&
      (marks.length === 0 || one.marks.some((mark) => marks.includes(mark))) &&
      words.every((word) => text.includes(word))
    );
  });
}

function isMap() {
  return document.querySelector("input[name=view]:checked")?.getAttribute("value") === "map";
}

function show() {
  const all = found();
  byId("found").textContent =
    `${all.length} of ${report.access.length} ways in, for ${new Set(all.map(({ person }) => person)).size} people`;
  byId("list").hidden = isMap();
  byId("map").hidden = !isMap();
  byId("legend").hidden = !isMap();
  const rest = isMap() ? showMap(all) : showList(all);
  byId("more").hidden = rest === 0;
  byId("more").textContent = `Show ${rest} more`;
}

/** @param {readonly Access[]} all @returns {number} how many are not shown */
function showList(all) {
  const of = columns[sortedBy]?.of ?? personOf;
  const sorted = [...all].sort((left, right) => order.compare(of(left), of(right)) * (isDescending ? -1 : 1));
  const rows = isComplete ? sorted : sorted.slice(0, AT_FIRST);
  const head = columns.map(({ title }, index) => {
    const button = make("button", { type: "button" }, title);
    button.addEventListener("click", () => {
      isDescending = sortedBy === index && !isDescending;
      sortedBy = index;
      show();
      /** @type {HTMLElement} */ (byId("list").querySelectorAll("th button").item(index)).focus();
    });
    const direction = isDescending ? "descending" : "ascending";
    return make("th", { scope: "col", "aria-sort": index === sortedBy ? direction : "none" }, button);
  });
  byId("list").replaceChildren(
    make(
      "table",
      {},
      make("thead", {}, make("tr", {}, ...head, make("th", { scope: "col" }, "Worth a look"))),
      make("tbody", {}, ...rows.map(rowOf)),
    ),
  );
  return sorted.length - rows.length;
}

/** @param {Access} one */
function rowOf(one) {
  const cells = columns.map(({ title, of }) => {
    const cell = make("td", { "data-label": title }, of(one));
    if (title === "When" && one.was !== undefined) {
      cell.append(make("small", {}, `was ${one.was}`));
    }
    return cell;
  });
  const marks = one.marks.map((mark) => make("span", { class: `mark ${mark.replaceAll(" ", "-")}` }, mark));
  return make("tr", {}, ...cells, make("td", { "data-label": "Worth a look" }, ...marks));
}

/** @param {readonly Access[]} all @returns {number} how many people are not shown */
function showMap(all) {
  const people = new Map(all.map((one) => [one.person, one]));
  const rows = [...people].sort(([, left], [, right]) => order.compare(personOf(left), personOf(right)));
  const shownRows = isComplete ? rows : rows.slice(0, AT_FIRST);
  const doors = [...new Set(all.map(({ lock }) => lock))]
    .map((id) => ({ id, name: locks.get(id)?.name ?? `lock ${id}` }))
    .sort((left, right) => order.compare(left.name, right.name));
  /** @type {Map<string, Access[]>} */
  const cells = new Map();
  for (const one of all) {
    const key = `${one.person} ${one.lock}`;
    const own = cells.get(key);
    if (own === undefined) {
      cells.set(key, [one]);
    } else {
      own.push(one);
    }
  }
  const head = doors.map(({ id, name }) =>
    make(
      "th",
      { scope: "col" },
      toList(name, name, () => (field("lock").value = id)),
    ),
  );
  byId("map").replaceChildren(
    make(
      "table",
      {},
      make(
        "colgroup",
        {},
        make("col", { class: "person" }),
        ...doors.map(() => make("col", { class: "door" })),
      ),
      make("thead", {}, make("tr", {}, make("td", {}, ""), ...head)),
      make(
        "tbody",
        {},
        ...shownRows.map(([person, one]) =>
          make(
            "tr",
            {},
            make(
              "th",
              { scope: "row" },
              toList(one.who, personOf(one), () => (field("search").value = personOf(one))),
            ),
            ...cellsOf(doors.map(({ id }) => cells.get(`${person} ${id}`))),
          ),
        ),
      ),
    ),
  );
  // Columns of a fixed width, so that the browser need not look at all cells to lay them out.
  const table = /** @type {HTMLTableElement} */ (byId("map").firstElementChild);
  table.style.width = `${PERSON_WIDTH + doors.length * DOOR_WIDTH}rem`;
  return rows.length - shownRows.length;
}

/** Doors that somebody cannot open share a cell: most people can open few of many. @param {readonly (Access[] | undefined)[]} ways */
function cellsOf(ways) {
  /** @type {HTMLTableCellElement[]} */
  const cells = [];
  let empty = 0;
  const closeGap = () => {
    if (empty > 0) {
      cells.push(make("td", { class: "gap", colspan: String(empty) }));
    }
    empty = 0;
  };
  for (const own of ways) {
    if (own === undefined) {
      empty += 1;
    } else {
      closeGap();
      cells.push(make("td", {}, ...own.map(symbolOf)));
    }
  }
  closeGap();
  return cells;
}

/**
 * A button that shows the list of one person or one lock.
 * @param {string} name @param {string} title @param {() => void} choose
 */
function toList(name, title, choose) {
  const button = make("button", { type: "button", title }, name);
  button.addEventListener("click", () => {
    choose();
    const list = /** @type {HTMLInputElement} */ (document.querySelector("input[name=view][value=list]"));
    list.checked = true;
    show();
    list.focus();
  });
  return button;
}

/** @param {Access} one */
function symbolOf(one) {
  const words = [one.type, whenOf(one), ...one.marks, ...(one.was === undefined ? [] : [`was ${one.was}`])];
  const change = { gained: "+", lost: "−", changed: "~" };
  const mark = /** @type {keyof typeof change | undefined} */ (one.marks.find((own) => own in change));
  const isShut = one.marks.includes("over") || one.marks.includes("disabled");
  const symbol = isShut ? "○" : one.window === "always" ? "●" : "◐";
  return make(
    "abbr",
    { title: words.join(", "), class: mark ?? "" },
    mark === undefined ? symbol : change[mark],
  );
}

function showLocks() {
  const titles = ["Lock", "Address", "Online", "Keypad", "Battery", "Ways in"];
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { lock, marks } of report.access) {
    if (!marks.some((mark) => mark === "over" || mark === "disabled" || mark === "lost")) {
      counts.set(lock, (counts.get(lock) ?? 0) + 1);
    }
  }
  const rows = report.locks.map(({ id, name, addresses, online, keypad, battery }) => {
    const values = [name, addresses.join(", "), online ? "yes" : "offline", keypad ? "yes" : "no", battery];
    return [...values, String(counts.get(id) ?? 0)];
  });
  byId("locks").replaceChildren(
    make(
      "table",
      {},
      make("thead", {}, make("tr", {}, ...titles.map((title) => make("th", { scope: "col" }, title)))),
      make(
        "tbody",
        {},
        ...rows.map((row) =>
          make(
            "tr",
            {},
            ...row.map((value, index) => make("td", { "data-label": titles[index] ?? "" }, value)),
          ),
        ),
      ),
    ),
  );
}

function showFindings() {
  const abouts = [...new Set(report.findings.map(({ about }) => about))];
  byId("findings").replaceChildren(
    ...(abouts.length === 0 ? [make("p", {}, "Nothing.")] : []),
    ...abouts.map((about) => {
      const own = report.findings.filter((finding) => finding.about === about);
      const items = own.map(({ words }) => make("li", {}, words));
      return make("details", {}, make("summary", {}, `${about} (${own.length})`), make("ul", {}, ...items));
    }),
  );
}

function begin() {
  document.title = report.title;
  byId("title").textContent = report.title;
  byId("summary").textContent =
    `${report.locks.length} locks, as of ${report.at.slice(0, 16).replace("T", " ")} UTC`;
  field("lock").append(...report.locks.map(({ id, name }) => make("option", { value: id }, name)));
  const types = [...new Set(report.access.map(({ type }) => type))].sort(order.compare);
  field("type").append(...types.map((type) => make("option", { value: type }, type)));
  const marks = [...new Set(report.access.flatMap((one) => one.marks))];
  byId("marks").hidden = marks.length === 0;
  byId("marks").append(
    ...marks.map((mark) => {
      const count = report.access.filter((one) => one.marks.includes(mark)).length;
      return make("label", {}, make("input", { type: "checkbox", value: mark }), `${mark} (${count})`);
    }),
  );
  byId("notes").replaceChildren(...report.notes.map((note) => make("li", {}, note)));
  showLocks();
  showFindings();
  const filters = /** @type {HTMLFormElement} */ (byId("filters"));
  const again = () => {
    isComplete = false;
    show();
  };
  filters.addEventListener("input", again);
  filters.addEventListener("submit", (event) => event.preventDefault());
  filters.addEventListener("reset", () => setTimeout(again));
  byId("print").addEventListener("click", () => window.print());
  byId("more").addEventListener("click", () => {
    isComplete = true;
    show();
  });
  // Paper has no button for more.
  window.addEventListener("beforeprint", () => {
    isComplete = true;
    document.querySelectorAll("details").forEach((details) => (details.open = true));
    show();
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLInputElement && event.target.type === "search";
    if (event.key === "/" && !isTyping) {
      event.preventDefault();
      field("search").focus();
    }
  });
  show();
}

begin();
