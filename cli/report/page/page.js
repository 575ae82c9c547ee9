// What shows a report in a browser. It sends and loads nothing.
"use strict";

/** @typedef {import("../form").Report} Report */
/** @typedef {import("../form").ReportedAccess} Access */

/** How many people or authorizations are shown before somebody asks for all. */
const AT_FIRST = 300;

/** @type {unknown} */
const given = JSON.parse(byId("report").textContent);
const report = /** @type {Report} */ (given);
const locks = new Map(report.locks.map((lock) => [lock.id, lock]));
const order = new Intl.Collator("en", { numeric: true });

/** @type {readonly { title: string, of: (one: Access) => string }[]} */
const columns = [
  { title: "Person", of: personOf },
  { title: "Lock", of: ({ lockName }) => lockName },
  { title: "How", of: (one) => (one.name === one.who ? one.type : `${one.type} “${one.name}”`) },
  { title: "When", of: whenOf },
  { title: "Last used", of: (one) => (one.lastUsed ?? "").slice(0, 10) },
  ...(report.access.some((one) => one.managedBy !== undefined)
    ? [{ title: "Managed by", of: (/** @type {Access} */ one) => one.managedBy ?? "" }]
    : []),
];

/** What the search looks through. */
const texts = new Map(
  report.access.map((one) => [
    one,
    [...columns.map(({ of }) => of(one)), ...(locks.get(one.lock)?.addresses ?? [])].join("\n").toLowerCase(),
  ]),
);

let isDescending = false;
let isComplete = false;
/** Whom somebody chose in the map. @type {string | undefined} */
let chosen;

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

/**
 * A table that stays one where a narrow screen shows its rows as blocks: without roles, browsers then forget what it is.
 * @param {readonly HTMLTableCellElement[]} head @param {readonly HTMLTableRowElement[]} rows @param {...Node} before
 */
function table(head, rows, ...before) {
  return make(
    "table",
    { role: "table" },
    ...before,
    make("thead", { role: "rowgroup" }, row(head)),
    make("tbody", { role: "rowgroup" }, ...rows),
  );
}

/** @param {readonly HTMLTableCellElement[]} cells */
function row(cells) {
  return make("tr", { role: "row" }, ...cells);
}

/** @param {readonly string[]} titles @param {readonly (readonly (Node | string)[])[]} values the first is what the row is about */
function labelledRow(titles, values) {
  return row(
    values.map((children, index) => {
      const label = { "data-label": titles[index] ?? "" };
      return index === 0
        ? make("th", { scope: "row", role: "rowheader", ...label }, ...children)
        : make("td", { role: "cell", ...label }, ...children);
    }),
  );
}

/** @param {...(Node | string)} children */
function columnHead(...children) {
  return make("th", { scope: "col", role: "columnheader" }, ...children);
}

/** @param {number} number @param {string} one @param {string} many */
function count(number, one, many) {
  return `${number} ${number === 1 ? one : many}`;
}

/** @param {Access} one */
function personOf({ who, email }) {
  return email === undefined || email === who ? who : `${who} <${email}>`;
}

/** @param {Access} one */
function whenOf({ window: when, remote }) {
  return `${when}${remote ? ", also remotely" : ""}`;
}

/** @param {Access} one */
function opens({ marks }) {
  return !marks.some((mark) => mark === "over" || mark === "disabled" || mark === "lost");
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
      (chosen === undefined || one.person === chosen) &&
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
  const people = new Set(all.map(({ person }) => person)).size;
  byId("found").textContent =
    `${all.length} of ${count(report.access.length, "authorization", "authorizations")}, ${count(people, "person", "people")}`;
  byId("everybody").hidden = chosen === undefined;
  byId("list").hidden = isMap();
  byId("map").hidden = !isMap();
  byId("legend").hidden = !isMap();
  const rest = isMap() ? showMap(all) : showList(all);
  byId("more").hidden = rest === 0;
  byId("more").textContent = `Show ${rest} more`;
}

/** @param {readonly Access[]} all @returns {number} how many are not shown */
function showList(all) {
  const sortedBy = Number(field("sort").value);
  const of = columns[sortedBy]?.of ?? personOf;
  const sorted = [...all].sort((left, right) => order.compare(of(left), of(right)) * (isDescending ? -1 : 1));
  const shownRows = isComplete ? sorted : sorted.slice(0, AT_FIRST);
  const head = columns.map(({ title }, index) => {
    const button = make("button", { type: "button" }, title);
    button.addEventListener("click", () => {
      isDescending = sortedBy === index && !isDescending;
      field("sort").value = String(index);
      show();
      /** @type {HTMLElement} */ (byId("list").querySelectorAll("th button").item(index)).focus();
    });
    const cell = columnHead(button);
    cell.setAttribute("aria-sort", index !== sortedBy ? "none" : isDescending ? "descending" : "ascending");
    return cell;
  });
  byId("list").replaceChildren(table([...head, columnHead("Worth a look")], shownRows.map(rowOf)));
  return sorted.length - shownRows.length;
}

/** @param {Access} one */
function rowOf(one) {
  const values = columns.map(({ title, of }) =>
    title === "When" && one.was !== undefined ? [of(one), make("small", {}, `was ${one.was}`)] : [of(one)],
  );
  const marks = one.marks.map((mark) => make("span", { class: `mark ${mark}` }, mark));
  return labelledRow([...columns.map(({ title }) => title), "Worth a look"], [...values, marks]);
}

/** @param {readonly Access[]} all @returns {number} how many people are not shown */
function showMap(all) {
  const people = new Map(all.map((one) => [one.person, one]));
  const sorted = [...people.values()].sort((left, right) => order.compare(personOf(left), personOf(right)));
  const shownPeople = isComplete ? sorted : sorted.slice(0, AT_FIRST);
  const inMap = [...new Map(all.map(({ lock, lockName }) => [lock, lockName]))].sort(([, left], [, right]) =>
    order.compare(left, right),
  );
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
  const head = inMap.map(([id, name]) => columnHead(toList(name, name, () => (field("lock").value = id))));
  const rows = shownPeople.map((one) =>
    row([
      make(
        "th",
        { scope: "row", role: "rowheader" },
        toList(one.who, personOf(one), () => (chosen = one.person)),
      ),
      ...cellsOf(inMap.map(([id]) => cells.get(`${one.person} ${id}`))),
    ]),
  );
  const widths = make(
    "colgroup",
    {},
    make("col", { class: "person" }),
    ...inMap.map(() => make("col", { class: "lock" })),
  );
  const map = table([make("td", { role: "cell" }), ...head], rows, widths);
  // Columns of a fixed width, so that the browser need not look at all cells to lay them out.
  map.style.setProperty("--locks", String(inMap.length));
  byId("map").replaceChildren(map);
  return sorted.length - shownPeople.length;
}

/** Locks that somebody cannot open share a cell: most people can open few of many. @param {readonly (Access[] | undefined)[]} ways */
function cellsOf(ways) {
  /** @type {HTMLTableCellElement[]} */
  const cells = [];
  let empty = 0;
  const closeGap = () => {
    if (empty > 0) {
      cells.push(make("td", { role: "cell", class: "gap", colspan: String(empty) }));
    }
    empty = 0;
  };
  for (const own of ways) {
    if (own === undefined) {
      empty += 1;
    } else {
      closeGap();
      cells.push(make("td", { role: "cell" }, ...own.map(symbolOf)));
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
    byId("list").focus();
  });
  return button;
}

/** @param {Access} one */
function symbolOf(one) {
  const words = [one.words, ...one.marks, ...(one.was === undefined ? [] : [`was ${one.was}`])].join(", ");
  const changes = { gained: "+", lost: "−", changed: "~" };
  const mark = /** @type {keyof typeof changes | undefined} */ (one.marks.find((own) => own in changes));
  const symbol = !opens(one) ? "○" : one.window === "always" ? "●" : "◐";
  const shown = mark === undefined ? symbol : changes[mark];
  return make("span", { role: "img", "aria-label": words, title: words, class: mark ?? "" }, shown);
}

function showLocks() {
  const titles = ["Lock", "Address", "Online", "Keypad", "Battery", "Authorizations"];
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { lock } of report.access.filter(opens)) {
    counts.set(lock, (counts.get(lock) ?? 0) + 1);
  }
  const rows = report.locks.map(({ id, name, addresses, online, keypad, battery }) => {
    const values = [name, addresses.join(", "), online ? "yes" : "offline", keypad ? "yes" : "no", battery];
    return labelledRow(
      titles,
      [...values, String(counts.get(id) ?? 0)].map((value) => [value]),
    );
  });
  byId("locks").replaceChildren(
    table(
      titles.map((title) => columnHead(title)),
      rows,
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

/** Paper has no button for more. @param {boolean} isBegun */
function print(isBegun) {
  isComplete = isBegun;
  document.querySelectorAll("details").forEach((details) => (details.open = isBegun));
  show();
}

function begin() {
  document.title = report.title;
  byId("title").textContent = report.title;
  byId("summary").textContent =
    `${count(report.locks.length, "lock", "locks")}, as of ${report.at.slice(0, 16).replace("T", " ")} UTC`;
  field("lock").append(...report.locks.map(({ id, name }) => make("option", { value: id }, name)));
  const types = [...new Set(report.access.map(({ type }) => type))].sort(order.compare);
  field("type").append(...types.map((type) => make("option", { value: type }, type)));
  field("sort").append(...columns.map(({ title }, index) => make("option", { value: String(index) }, title)));
  const marks = [...new Set(report.access.flatMap((one) => one.marks))];
  byId("marks").hidden = marks.length === 0;
  byId("marks").append(
    ...marks.map((mark) => {
      const own = report.access.filter((one) => one.marks.includes(mark)).length;
      return make("label", {}, make("input", { type: "checkbox", value: mark }), `${mark} (${own})`);
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
  const everybody = () => {
    chosen = undefined;
    again();
  };
  field("sort").addEventListener("input", () => (isDescending = false));
  filters.addEventListener("input", again);
  filters.addEventListener("submit", (event) => event.preventDefault());
  filters.addEventListener("reset", () => setTimeout(everybody));
  byId("everybody").addEventListener("click", () => {
    everybody();
    byId("list").focus();
  });
  byId("print").addEventListener("click", () => window.print());
  byId("more").addEventListener("click", () => {
    isComplete = true;
    show();
    byId(isMap() ? "map" : "list").focus();
  });
  window.addEventListener("beforeprint", () => print(true));
  window.addEventListener("afterprint", () => print(false));
  show();
}

begin();
