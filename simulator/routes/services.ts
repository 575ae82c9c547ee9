import { answer, noContent, queryText, textParam, type Call, type Handlers } from "../call";
import { forbidden, invalid } from "../errors";
import type { ServiceRecord } from "../records";

function serviceOfPath(call: Call): ServiceRecord {
  const wanted = textParam(call, "serviceId");
  const service = call.account.services.find(({ serviceId }) => serviceId === wanted);
  if (service === undefined) {
    throw invalid("serviceId", wanted);
  }
  return service;
}

export const serviceRoutes = {
  "GET /service": (call) => {
    const wanted = queryText(call, "serviceIds")?.split(",");
    return answer(call.account.services.filter(({ serviceId }) => wanted?.includes(serviceId) ?? true));
  },

  "GET /service/{serviceId}": (call) => {
    const wanted = textParam(call, "serviceId");
    const service = call.account.services.find(({ serviceId }) => serviceId === wanted);
    if (service === undefined) {
      throw forbidden();
    }
    return answer(service);
  },

  "POST /service/{serviceId}/link": (call) => {
    const service = serviceOfPath(call);
    Object.assign(service, { enabled: true, started: true, stopped: false });
    return answer(`https://example.com/link/${service.serviceId}`);
  },

  "POST /service/{serviceId}/sync": (call) => {
    if (!serviceOfPath(call).enabled) {
      throw invalid("serviceId", textParam(call, "serviceId"));
    }
    return noContent();
  },

  "POST /service/{serviceId}/unlink": (call) => {
    Object.assign(serviceOfPath(call), { enabled: false, started: false, stopped: true });
    return noContent();
  },
} satisfies Partial<Handlers>;
