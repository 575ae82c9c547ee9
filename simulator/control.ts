import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import { z } from "zod";
import type { AccountStateInput } from "./account";
import type { SimulatorClock } from "./clock";
import type { Fault, Faults } from "./faults";
import type { RequestLog } from "./request-log";
import type { Simulation } from "./simulation";

export interface ControlOptions {
  /** Required if other machines can reach the simulator. */
  token: string | undefined;
  reset: () => void;
}

interface Controlled {
  simulation: Simulation;
  faults: Faults;
  requests: RequestLog;
  control: ControlOptions;
}

type Env = { Bindings: HttpBindings };

const clockChange = z.union([
  z.strictObject({ advanceMs: z.number().min(0) }),
  z.strictObject({ hold: z.boolean() }),
]);

/** `/_simulator`: for tests, not part of the service. Its requests are not recorded, and no fault affects them. */
export function addControl(app: Hono<Env>, { simulation, faults, requests, control }: Controlled): void {
  app.use("/_simulator/*", async (context, next) => {
    const sent = context.req.header("authorization");
    if (control.token !== undefined && sent !== `Bearer ${control.token}`) {
      return context.json(
        { error: "The control interface needs the token, because the simulator is not bound to loopback." },
        401,
      );
    }
    return next();
  });

  app.get("/_simulator/state", (context) => context.json(simulation.state()));
  app.put("/_simulator/state", (context) =>
    applying(context, (body) => simulation.load(body as AccountStateInput)),
  );
  app.post("/_simulator/reset", (context) => {
    control.reset();
    return context.body(null, 204);
  });

  app.get("/_simulator/requests", (context) => context.json(requests.all()));
  app.delete("/_simulator/requests", (context) => {
    requests.clear();
    return context.body(null, 204);
  });

  app.put("/_simulator/faults", (context) => applying(context, (body) => faults.set(body as Fault[])));
  app.delete("/_simulator/faults", (context) => {
    faults.clear();
    return context.body(null, 204);
  });
  app.get("/_simulator/faults/fired", (context) => context.json(faults.fired.all()));

  app.get("/_simulator/clock", (context) => context.json(clockReading(simulation.clock)));
  app.post("/_simulator/clock", async (context) => {
    const refusal = await applying(context, (body) => changeClock(simulation.clock, clockChange.parse(body)));
    return refusal.status === 204 ? context.json(clockReading(simulation.clock)) : refusal;
  });

  app.all("/_simulator/*", (context) =>
    context.json({ error: "The control interface has no such path." }, 404),
  );
}

function changeClock(clock: SimulatorClock, change: z.output<typeof clockChange>): void {
  if ("advanceMs" in change) {
    clock.advance(change.advanceMs);
  } else if (change.hold) {
    clock.hold();
  } else {
    clock.resume();
  }
}

function clockReading(clock: SimulatorClock): { now: string; held: boolean } {
  return { now: clock.iso(), held: clock.held };
}

/** 204 if the body was accepted. Otherwise 400 with what is wrong with it, and nothing is changed. */
async function applying(context: Context<Env>, take: (body: unknown) => void): Promise<Response> {
  try {
    take(JSON.parse(await context.req.text()));
    return context.body(null, 204);
  } catch (error) {
    if (error instanceof z.ZodError) {
      return context.json({ error: z.prettifyError(error) }, 400);
    }
    if (error instanceof SyntaxError) {
      return context.json({ error: `Not JSON: ${error.message}` }, 400);
    }
    throw error;
  }
}
