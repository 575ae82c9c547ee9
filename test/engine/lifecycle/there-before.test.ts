import { create } from "../../../provider/engine/lifecycle/create";
import { failureOf, failures, listening, Shelf, type Thing } from "../shelf";
import { altering, declared } from "../stored-forms";

const A_YEAR_AGO = "2029-01-01T00:00:00.000Z";
const old = { thingId: 3, name: "Desk", made: A_YEAR_AGO };
const fobs = { duplicates: () => true };

/** A shelf with an old desk, which no list shows until a desk is sent. */
function hiding(
  special: ConstructorParameters<typeof Shelf>[0],
  onCreate: (shelf: Shelf, times: number) => Thing | undefined,
) {
  const shelf = Shelf.later(special);
  shelf.put(old);
  shelf.unlisted.add("1/3");
  let times = 0;
  shelf.onCreate = () => {
    times += 1;
    shelf.unlisted.clear();
    return onCreate(shelf, times);
  };
  return shelf;
}

function desk(shelf: Shelf): Thing {
  return shelf.put({ thingId: 9, name: "Desk", made: new Date(shelf.clock.now()).toISOString() });
}

describe("An equal object that is older than what a run sends, and that lists begin to show after that,", () => {
  const heard = listening();
  const wanted = (adopt: string) => ({ ...declared("Desk"), adopt });

  it.each([
    ["", fobs],
    [", where the service may alter names", { ...fobs, ...altering }],
  ])("is not taken for what the run has made%s", async (_, special) => {
    const shelf = hiding(special, () => undefined);
    shelf.beforeList = (count) => count > 4 && desk(shelf);
    const { id } = await create(shelf.kind, wanted("never"));
    expect([id, shelf.writes]).toEqual(["1/9", ["create Desk"]]);
  });

  it("is not taken for it after a lost answer either", async () => {
    const shelf = hiding(fobs, (one) => {
      desk(one);
      throw failures.lost;
    });
    const { id } = await create(shelf.kind, wanted("never"));
    expect([id, shelf.writes]).toEqual(["1/9", ["create Desk"]]);
    expect(heard()).toEqual([
      expect.stringContaining("the service's answer was lost, but it was created (id 1/9)"),
    ]);
  });

  it("is not taken for what a run made that died", async () => {
    const shelf = Shelf.later(fobs);
    shelf.put(old);
    shelf.unlisted.add("1/3");
    await shelf.session.journalEntry(["https://shelf.example.com", 7, "Thing", ["Desk"]]).write();
    shelf.beforeList = (count) => {
      if (count > 3) {
        shelf.unlisted.clear();
      }
      if (count > 5) {
        desk(shelf);
      }
    };
    const { message } = await failureOf(create(shelf.kind, wanted("same")));
    expect(message).toContain("the service has 2 of them (ids 1/3, 1/9)");
    expect(shelf.writes).toEqual([]);
  });

  it("is not taken for it where nothing was made: that is pending", async () => {
    const shelf = hiding(fobs, () => undefined);
    const { properties } = await failureOf(create(shelf.kind, wanted("never")));
    expect(properties).toMatchObject({ name: "Desk", pending: { since: expect.any(String) as string } });
  });

  it.each<[string, string, Error[]]>([
    ["a lost answer", "never", [failures.lost]],
    ["a lost answer", "always", [failures.lost]],
    ["a lost answer and a refused repeat", "never", [failures.lost, failures.conflict]],
    ["a lost answer and a refused repeat", "always", [failures.lost, failures.conflict]],
  ])("is what the service allows only once: after %s, adopt: %s decides", async (_, adopt, errors) => {
    const shelf = hiding({}, (one, times) => {
      if (times < errors.length) {
        one.unlisted.add("1/3");
      }
      throw errors[times - 1] ?? failures.trouble;
    });
    const creating = create(shelf.kind, wanted(adopt));
    if (adopt === "always") {
      expect((await creating).id).toBe("1/3");
    } else {
      expect((await failureOf(creating)).message).toContain(
        'Thing "Desk" on Shelf one was not created: it already exists (id 1/3)',
      );
    }
    expect(shelf.writes).toEqual(errors.map(() => "create Desk"));
  });

  it("is not one that the clock of a lock dates hours back", async () => {
    const shelf = hiding(fobs, (one) => {
      one.put({ thingId: 9, name: "Desk", made: new Date(one.clock.now() - 14 * 3_600_000).toISOString() });
      return undefined;
    });
    expect((await create(shelf.kind, wanted("never"))).id).toBe("1/9");
  });
});
