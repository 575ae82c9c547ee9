import { registry } from "../../provider/resources";
import { alterations } from "../../simulator/alterations";
import { fault } from "../../simulator/faults";
import { columns } from "./columns";
import { unreadable } from "./readable";
import { rows } from "./rows";

describe("the matrix", () => {
  it("has a row for every fault of the simulator", () => {
    const kinds = fault.options.map(({ shape }) => shape.kind.value);
    const tried = new Set(rows.map((row) => row.fault?.kind));
    expect(kinds.filter((kind) => !tried.has(kind))).toEqual([]);
  });

  it("has a row for every way in which the service alters what it is sent", () => {
    const tried = new Set(rows.flatMap(({ alters }) => Object.keys(alters ?? {})));
    // No program here declares a name with leading or trailing blanks.
    expect(Object.keys(alterations.shape).filter((way) => !tried.has(way))).toEqual(["trimNames"]);
  });

  it("has a column for every kind of resource", () => {
    const tried = new Set(columns.map(({ type }) => type));
    expect(Object.keys(registry).filter((type) => !tried.has(type))).toEqual([]);
  });

  it("gives no two rows or columns one name", () => {
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
    expect(new Set(columns.map(({ name }) => name)).size).toBe(columns.length);
  });

  it.each([
    ["says nothing to do", 'Address "House" was not created: it is late.'],
    ["names no object", "It failed. Run again."],
    ["shows a value that is none", 'Address "House": rights is undefined. Run again.'],
    ["shows an object", 'Address "House": [object Object]. Run again.'],
    ["shows a body", 'Address "House": {"detailMessage":"no"}. Run again.'],
    ["shows a page", 'Address "House": <html>. Run again.'],
    ["shows a stack", 'Address "House" failed. Run again.\n    at send (call.ts:12:3)'],
    ["is endless", `Address "House" failed. Run again. ${"And again. ".repeat(200)}`],
  ])("finds an error unreadable that %s", (_what, message) => {
    expect(unreadable(message)).toHaveLength(1);
  });

  it("finds an error readable that says what, to what, and what to do", () => {
    expect(unreadable('Address "House" was not deleted: it still holds a unit. Delete that first.')).toEqual(
      [],
    );
    expect(unreadable("addresses.list failed (GET /address): no answer came. Check the network.")).toEqual(
      [],
    );
  });
});
