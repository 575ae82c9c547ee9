import { Claims } from "../../../provider/engine/run/claims";
import { Collisions } from "../../../provider/engine/run/conflicts";
import { ownerName } from "../../../provider/engine/values/urn";
import { DeleteGuard } from "../../../provider/engine/run/delete-guard";
import { Moves } from "../../../provider/engine/run/conflicts";
import { BatchTiming } from "../../../provider/engine/writes/batch-timing";
import { systemClock } from "../../../provider/http";
import { atMost } from "../at-most";

describe("Claims", () => {
  it("let nobody delete what a create of this run returned", () => {
    const claims = new Claims();
    claims.made("Address 1", "new");
    expect(claims.whyKept("Address 1", "old")).toMatch(/just created or adopted/);
    expect(claims.whyKept("Address 1", "new")).toMatch(/just created or adopted/);
    expect(claims.whyKept("Address 2", "old")).toBeUndefined();
  });

  it("let nobody delete or adopt what another owner has", () => {
    const claims = new Claims();
    claims.checked("a");
    claims.claim("Address 1", "a", "a");
    expect(claims.otherOwner("Address 1", "b")).toBe("a");
    expect(claims.whyKept("Address 1", "b")).toMatch(/belongs to .*"a"/);
    expect(claims.otherOwner("Address 1", "a")).toBeUndefined();
    expect(claims.whyKept("Address 1", "a")).toBeUndefined();
  });

  it("count the old and the new owner of an alias as one", () => {
    const claims = new Claims();
    claims.checked("new");
    claims.claim("Address 1", "new", "old");
    expect(claims.otherOwner("Address 1", "old")).toBeUndefined();
    expect(claims.otherOwner("Address 1", "third")).toBe("new");
  });

  it("do not take another resource for the old owner of an alias because it has that name now", () => {
    const claims = new Claims();
    claims.checked("new");
    claims.claim("Address 1", "new", "old");
    claims.checked("old");
    expect(claims.otherOwner("Address 1", "old")).toBe("new");
    expect(claims.successor("Address 1", "old", "old")).toBe("new");
    expect(claims.successor("Address 1", "new", "old")).toBeUndefined();
    claims.made("Address 1", "old");
    expect(claims.successor("Address 1", "new", "old")).toBe("old");
  });

  it("let an owner's object be deleted under the name that its state has, if the owner gets another one", () => {
    const claims = new Claims();
    claims.givesUp("Address 1", "new", "old");
    claims.checked("new");
    claims.checked("old");
    for (const former of ["old", ""]) {
      claims.claim("Address 1", "new", former);
      expect(claims.whyKept("Address 1", former)).toMatch(/belongs to .*"new"/);
      expect(claims.keeper("Address 1", former)).toBe("new");
      claims.givesUp("Address 1", "new", former);
      expect(claims.whyKept("Address 1", former)).toBeUndefined();
      expect(claims.keeper("Address 1", former)).toBeUndefined();
      expect(claims.whyKept("Address 1", "third")).toMatch(/belongs to .*"new"/);
    }
  });

  it("are not made by a refresh, which asks for diffs of owners that the program may have dropped", () => {
    const claims = new Claims();
    claims.claim("Address 1", "a", "a");
    expect(claims.otherOwner("Address 1", "b")).toBeUndefined();
  });

  it("tell who has what an owner had, if the program declares that owner, and no alias joins the two", () => {
    const claims = new Claims();
    claims.made("Address 1", "new");
    expect(claims.successor("Address 1", "old", "old")).toBeUndefined();
    claims.checked("old");
    expect(claims.successor("Address 1", "old", "old")).toBe("new");
    expect(claims.successor("Address 1", "old", "new")).toBeUndefined();
    expect(claims.successor("Address 2", "old", "old")).toBeUndefined();
  });

  it("let an adopter wait for a delete under way, also for one that fails", async () => {
    const claims = new Claims();
    let fail: (error: Error) => void = () => undefined;
    const leaving = claims.leaving("Address 1", new Promise((_resolve, reject) => (fail = reject)));
    const waited = claims.waitForDeletion("Address 1");
    fail(new Error("refused"));
    await expect(leaving).rejects.toThrow("refused");
    expect(await waited).toBe(true);
    expect(await claims.waitForDeletion("Address 1")).toBe(false);
  });

  it("give what a create returned to its owner alone, whoever had it before", () => {
    const claims = new Claims();
    claims.checked("old");
    claims.claim("Address 1", "old", "");
    claims.made("Address 1", "new");
    expect(claims.otherOwner("Address 1", "old")).toBe("new");
    expect([claims.owns("Address 1", "new"), claims.owns("Address 1", "old")]).toEqual([true, false]);
  });

  it("let nobody delete what the program still declares", () => {
    const claims = new Claims();
    claims.stays("Address 1", "a");
    expect(claims.whyKept("Address 1", "a")).toBeUndefined();
    claims.checked("a");
    claims.stays("Address 1", "a");
    expect(claims.whyKept("Address 1", "a")).toBe("the program still declares it");
    expect(claims.whyKept("Address 2", "a")).toBeUndefined();
  });

  it("tell what another owner leaves for one that is made first, until it stays or is taken over", () => {
    const claims = new Claims();
    claims.replaced("Webhook 1", "a");
    expect(claims.isLeftByAnother("Webhook 1", "b")).toBe(false);
    claims.checked("a");
    claims.claim("Webhook 1", "a", "");
    expect(claims.isLeftByAnother("Webhook 1", "b")).toBe(false);
    claims.replaced("Webhook 1", "a");
    expect([claims.isLeftByAnother("Webhook 1", "b"), claims.isLeftByAnother("Webhook 1", "a")]).toEqual([
      true,
      false,
    ]);
    claims.stays("Webhook 1", "a");
    expect(claims.isLeftByAnother("Webhook 1", "b")).toBe(false);
    claims.replaced("Webhook 1", "a");
    claims.made("Webhook 1", "c");
    expect(claims.isLeftByAnother("Webhook 1", "b")).toBe(false);
  });

  it("tell what the program declares, also by a new name, and at which places", () => {
    const claims = new Claims();
    const isDeclared = (object = "Address 1"): boolean[] =>
      ["old", "new"].map((owner) => claims.isDeclared(object, owner));
    expect(isDeclared()).toEqual([false, false]);
    claims.checkedAt(["1"], "new");
    expect(isDeclared()).toEqual([false, true]);
    claims.claim("Address 1", "new", "old");
    expect(isDeclared()).toEqual([true, true]);
    expect(["1", "2"].map((place) => claims.isDeclaredAt(place, "Address 1", "old"))).toEqual([true, false]);
    // The old name may be used again: it stands only for the renamed object.
    expect(isDeclared("Address 2")).toEqual([false, true]);
    expect(claims.isDeclaredAt("1", "Address 2", "old")).toBe(false);
    // A refresh gives nothing a new name.
    claims.claim("Address 3", "fourth", "third");
    expect(claims.isDeclared("Address 3", "third")).toBe(false);
  });

  it("keep nobody waiting for a write that waits for a delete", async () => {
    const claims = new Claims();
    const traffic = new BatchTiming(systemClock);
    let end: () => void = () => undefined;
    const deletion = claims.leaving("Address 1", new Promise((resolve) => (end = resolve)));
    const waiting = traffic.run(() => claims.waitForDeletion("Address 1"));
    expect(traffic.isApproaching()).toBe(false);
    const free = traffic.run(() => claims.waitForDeletion("Address 2"));
    expect(traffic.isApproaching()).toBe(true);
    end();
    await deletion;
    expect(await Promise.all([waiting, free])).toEqual([true, false]);
  });
});

describe("Collisions", () => {
  it("are told by the first declarer, and forgotten when a resource is checked anew", () => {
    const collisions = new Collisions();
    expect(collisions.declare("code 1", "a")).toBeUndefined();
    expect(collisions.declare("code 1", "a")).toBeUndefined();
    expect(collisions.declare("code 1", "b")).toBe("a");
    collisions.forget("a");
    expect(collisions.declare("code 1", "b")).toBeUndefined();
  });

  it.each([
    ["urn:pulumi:dev::app::pulumi-nodejs:dynamic/smartlock:Address::house", 'Address "house"'],
    ["urn:pulumi:dev::app::my:Site$pulumi-nodejs:dynamic/smartlock:Webhook::hook one", 'Webhook "hook one"'],
  ])("name a resource by %s", (urn, name) => {
    expect(ownerName(urn)).toBe(name);
  });
});

describe("The words of a claim", () => {
  it("say why something is kept", () => {
    const claims = new Claims();
    claims.made("Address 1", "a");
    expect(claims.whyKept("Address 1", "b")).toBe("this run has just created or adopted it");
    claims.checked("urn:pulumi:dev::app::smartlock:Address::house");
    claims.claim("Address 2", "urn:pulumi:dev::app::smartlock:Address::house", "");
    expect(claims.whyKept("Address 2", "b")).toBe('it belongs to Address "house" now');
    expect(claims.owns("Address 2", "urn:pulumi:dev::app::smartlock:Address::house")).toBe(true);
    expect(claims.owns("Address 2", "")).toBe(false);
    expect(claims.owns("Address 3", "b")).toBe(false);
    expect([
      claims.isChecked("b"),
      claims.isChecked("urn:pulumi:dev::app::smartlock:Address::house"),
    ]).toEqual([false, true]);
  });

  it("of what is no URN are what there is", () => {
    expect(ownerName("somebody")).toBe(' "somebody"');
    expect(ownerName("urn:pulumi:dev::app::smartlock:Address::a::b")).toBe('Address "a::b"');
  });
});

describe("Moves", () => {
  it("see two that want each other's value", () => {
    const moves = new Moves();
    expect(moves.add({ what: "code", from: "code 1", to: "code 2" }, "a")).toBeUndefined();
    expect(moves.add({ what: "code", from: "code 2", to: "code 1" }, "b")).toEqual({
      what: "code",
      owners: ["b", "a"],
    });
  });

  it("see a circle of three, and no circle in a chain", () => {
    const moves = new Moves();
    expect(moves.add({ what: "code", from: "code 1", to: "code 2" }, "a")).toBeUndefined();
    expect(moves.add({ what: "code", from: "code 2", to: "code 3" }, "b")).toBeUndefined();
    expect(moves.add({ what: "code", from: "code 4", to: "code 1" }, "d")).toBeUndefined();
    expect(moves.add({ what: "code", from: "code 3", to: "code 1" }, "c")).toEqual({
      what: "code",
      owners: ["c", "a", "b"],
    });
  });

  it("end when a circle is met that the new move is not part of", () => {
    const moves = new Moves();
    moves.add({ what: "code", from: "code 1", to: "code 2" }, "a");
    moves.add({ what: "code", from: "code 2", to: "code 1" }, "b");
    expect(moves.add({ what: "code", from: "code 3", to: "code 1" }, "c")).toBeUndefined();
  });
});

describe("DeleteGuard", () => {
  const refusal = /maxDeletes allows 2.*not deleted/;

  it("allows as many as it is told, and then none", () => {
    const guard = new DeleteGuard(atMost(2));
    guard.count(["a"], "some");
    guard.count(["b"], "some");
    expect(() => guard.count(["c"], "some")).toThrow(refusal);
  });

  it("allows deletes that go together all or none, and what it refused does not count", () => {
    const guard = new DeleteGuard(atMost(2));
    expect(() => guard.count(["a", "b", "c"], "some")).toThrow(refusal);
    guard.count(["a", "b"], "some");
    expect(() => guard.count(["c"], "some")).toThrow(refusal);
  });

  it("says how many are allowed, how many would go, what, who set the limit, and how to change it", () => {
    const tooMany =
      (...objects: string[]) =>
      () =>
        new DeleteGuard(atMost(0)).count(objects, 'Address "Home" (id 7)');
    const named = 'Address "Home" (id 7).';
    const rest =
      "not deleted. So far this run has deleted 0. The limit is set by this test. If you do want to delete this many, change the " +
      "test.";
    expect(tooMany("a")).toThrow(
      new Error(
        `smartlock:maxDeletes allows 0 deletes in a run, and this one would exceed that: ${named} It was ${rest}`,
      ),
    );
    expect(tooMany("a", "b", "c")).toThrow(
      new Error(
        `smartlock:maxDeletes allows 0 deletes in a run, and these 3 would exceed that: ${named} They were ${rest}`,
      ),
    );
  });

  it("says how many went before, and how many are not known to be gone", () => {
    const guard = new DeleteGuard(atMost(3));
    guard.count(["a", "b"], "some");
    guard.count(["c"], "some");
    guard.went(["a", "b"]);
    expect(() => guard.count(["d"], "some")).toThrow("So far this run has deleted 2, and asked for 1 more.");
    guard.went(["c"]);
    expect(() => guard.count(["d"], "some")).toThrow("So far this run has deleted 3. The limit");
  });

  it("foretells that those that are known to go are too many, together and each once", () => {
    const guard = new DeleteGuard(atMost(2));
    expect(guard.foretell(["a", "b"])).toEqual([]);
    expect(guard.foretell(["b"])).toEqual([]);
    expect(guard.foretell(["c"])).toEqual([
      "`pulumi up` would stop here: smartlock:maxDeletes allows 2 deletes in a run, and at least 3 are planned. The limit is set by " +
        "this test. If you do want to delete this many, change the test.",
    ]);
    expect(guard.foretell([])).toEqual([]);
    expect(new DeleteGuard(undefined).foretell(["a"])).toEqual([]);
  });

  it("allows none where the number is 0, and all where there is none", () => {
    expect(() => new DeleteGuard(atMost(0)).count(["a"], "some")).toThrow("maxDeletes allows 0");
    new DeleteGuard(atMost(0)).count([], "some");
    new DeleteGuard(undefined).count(
      Array.from({ length: 1_000 }, (_, n) => `Address ${n}`),
      "some",
    );
  });

  it("counts each object once, whoever tells of it", () => {
    const guard = new DeleteGuard(atMost(2));
    guard.count(["a", "a"], "some");
    guard.countAfter("a");
    guard.count(["a", "b"], "some");
    expect(() => guard.count(["a", "c"], "some")).toThrow("this one would exceed that");
  });

  it("complains of what it counts afterwards only where that is more than may go", () => {
    const guard = new DeleteGuard(atMost(1));
    expect(guard.countAfter("a")).toEqual([]);
    expect(guard.countAfter("a")).toEqual([]);
    expect(guard.countAfter("b")).toEqual([
      expect.stringContaining("allows 1 delete in a run, and 2 have been deleted by now."),
    ]);
    expect(new DeleteGuard(undefined).countAfter("a")).toEqual([]);
  });

  it("tells whether there is a limit", () => {
    expect([new DeleteGuard(atMost(0)).isSet, new DeleteGuard(undefined).isSet]).toEqual([true, false]);
  });
});
