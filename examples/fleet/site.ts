import * as pulumi from "@pulumi/pulumi";
import * as smartlock from "pulumi-smartlock";
import type { Crew, Site } from "./fleet-file";

export interface SiteParts {
  readonly site: Site;
  /** The ids of the site's doors. */
  readonly smartlockIds: readonly number[];
  readonly crews: readonly Crew[];
  /** The account user of each crew, except those that the stack `people` has not created yet. */
  readonly crewIds: Readonly<Record<string, number>>;
}

/** The stack of one site: its address, and who may open its doors. */
export function siteProgram({ site, smartlockIds, crews, crewIds }: SiteParts) {
  return () => {
    new smartlock.Address(site.site, { name: site.address, smartlockIds: [...smartlockIds] });
    for (const { crew, weekDays, from, until } of site.access) {
      new smartlock.AuthorizationSet(crew, {
        name: crews.find((each) => each.crew === crew)?.name ?? crew,
        // Unknown in a preview, like the id of anything that is not created yet.
        accountUserId: crewIds[crew] ?? pulumi.output(pulumi.unknown as unknown as number),
        smartlockIds: [...smartlockIds],
        remoteAllowed: false,
        ...(weekDays === undefined ? {} : { allowedWeekDays: weekDays }),
        ...(from === undefined ? {} : { allowedFromTime: from }),
        ...(until === undefined ? {} : { allowedUntilTime: until }),
      });
    }
    return Promise.resolve();
  };
}
