import { z } from "zod";
import { secret } from "../http";
import { answerObject, commaSeparated, requestObject, textId } from "./fields";
import { none, operation } from "./operation";

const serviceId = textId;

/** The fields of a service are not documented: everything is kept, and nothing is relied on. */
const service = answerObject({
  serviceId: z.string().nullish(),
  context: z.unknown().optional(),
  enabled: z.boolean().nullish(),
  started: z.boolean().nullish(),
  stopped: z.boolean().nullish(),
});

/** Each service defines its own request, which may contain a credential. */
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
  /** Links a service to the account, and returns what to do next. */
  link: operation({
    method: "POST",
    path: "/service/{serviceId}/link",
    ids: { serviceId },
    body: serviceRequest,
    answer: z.string().optional(),
    class: "action",
    scopes: ["account"],
  }),
  /** Has the service's data read again. */
  sync: operation({
    method: "POST",
    path: "/service/{serviceId}/sync",
    ids: { serviceId },
    body: serviceRequest,
    answer: none,
    class: "action",
    scopes: ["account"],
  }),
  /** Removes the link to a service. */
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
