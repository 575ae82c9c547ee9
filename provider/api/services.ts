import { z } from "zod";
import { secret } from "../http";
import { commaSeparated, requestObject, textId, answerObject } from "./fields";
import { none, operation } from "./operation";

const serviceId = textId;

/** What a service really holds is not documented: everything is kept, nothing is relied on. */
const service = answerObject({
  serviceId: z.string().nullish(),
  context: z.unknown().optional(),
  enabled: z.boolean().nullish(),
  started: z.boolean().nullish(),
  stopped: z.boolean().nullish(),
});

/** What a service wants to know is its own matter, and may be a credential. */
const serviceRequest = secret(z.record(z.string(), z.unknown())).optional();

const serviceQuery = requestObject({ serviceIds: commaSeparated(textId).optional() });

export type Service = z.output<typeof service>;
export type ServiceQuery = z.input<typeof serviceQuery>;
export type ServiceRequest = z.input<typeof serviceRequest>;

/** Third-party services, such as booking portals. */
export const services = {
  /** Lists the services. */
  list: operation({
    method: "GET",
    path: "/service",
    query: serviceQuery,
    answer: z.array(service),
    class: "read",
    scopes: ["account"],
  }),
  /** Reads a service. */
  get: operation({
    method: "GET",
    path: "/service/{serviceId}",
    ids: { serviceId },
    answer: service,
    class: "read",
    scopes: ["account"],
  }),
  /** Links a service to the account, and answers what to do next. */
  link: operation({
    method: "POST",
    path: "/service/{serviceId}/link",
    ids: { serviceId },
    body: serviceRequest,
    answer: z.string().optional(),
    class: "action",
    scopes: ["account"],
  }),
  /** Makes the service's data be read afresh. */
  sync: operation({
    method: "POST",
    path: "/service/{serviceId}/sync",
    ids: { serviceId },
    body: serviceRequest,
    answer: none,
    class: "action",
    scopes: ["account"],
  }),
  /** Takes the link to a service away. */
  unlink: operation({
    method: "POST",
    path: "/service/{serviceId}/unlink",
    ids: { serviceId },
    body: serviceRequest,
    answer: none,
    class: "action",
    scopes: ["account"],
  }),
};
