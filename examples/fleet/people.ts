import * as smartlock from "pulumi-smartlock";
import type { Crew } from "./fleet-file";

/** The stack that owns the account users: they work at many sites, and an object belongs to one stack. */
export function peopleProgram(crews: readonly Crew[]) {
  return () =>
    Promise.resolve({
      crews: Object.fromEntries(
        crews.map(({ crew, name, email }) => [
          crew,
          new smartlock.AccountUser(crew, { name, email, language: "en" }).accountUserId,
        ]),
      ),
    });
}
