import { update } from "../../provider/engine/update";
import { type Lamp, lamps, said } from "./lamps";

describe("An update", () => {
  const declared = { name: "Porch", colour: "red", __owner: "a" };
  const olds = { ...declared, lampId: 1 };
  const porch: Lamp = { lampId: 1, name: "Porch", colour: "red" };

  /** A service that does at once what it is asked. */
  function world(...others: readonly Lamp[]) {
    const sent: string[] = [];
    const all = lamps({
      asynchronous: { busy: () => false, create: false, update: false },
      update: (_api, live, wanted) => {
        const after = { ...(live as Lamp), ...wanted };
        sent.push(`${after.name} ${after.colour}`);
        return Promise.resolve(after);
      },
    });
    all.service.lamps = [porch, ...others];
    all.session.claims.checked("a");
    return { ...all, sent };
  }

  it("touches nothing that another resource of the run has by now, and names it", async () => {
    const { session, kind, sent } = world();
    session.claims.made(kind.object("1"), "urn:pulumi:test::program::smartlock:Lamp::b");
    await expect(update(session, kind, "1", olds, { ...declared, colour: "blue" })).rejects.toThrow(
      'Lamp "Porch" (id 1) was not changed: it belongs to Lamp "b" now. Preview again.',
    );
    expect(sent).toEqual([]);
  });

  it("tells of each one that has the same identity already, if it is that which changes", async () => {
    const { session, kind, sent } = world({ lampId: 2, name: "Hall" }, { lampId: 3, name: "Hall" });
    const told = await said(() => update(session, kind, "1", olds, { ...declared, name: "Hall" }));
    expect(told.match(/Lamp "Hall" \(id 1\) has a twin: another Lamp with the same name \(id \d\)/g)).toEqual(
      [
        'Lamp "Hall" (id 1) has a twin: another Lamp with the same name (id 2)',
        'Lamp "Hall" (id 1) has a twin: another Lamp with the same name (id 3)',
      ],
    );
    expect(sent).toEqual(["Hall red"]);
    const twin = world({ lampId: 2, name: "Porch" });
    const silent = await said(() =>
      update(twin.session, twin.kind, "1", olds, { ...declared, colour: "blue" }),
    );
    expect([silent, twin.sent]).toEqual(["", ["Porch blue"]]);
  });
});
