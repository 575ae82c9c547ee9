import { type Simulator, startSimulator } from "../../simulator";

const ACCOUNT = 100_200;
export const OTHER_ACCOUNT = 100_999;

/** A second demo account that belongs to somebody else: the same locks and people, under another account id. */
export async function startOtherAccount(token: string): Promise<Simulator> {
  const simulator = await startSimulator({ seed: "demo", settleMs: 100, token });
  const state = JSON.stringify(simulator.state()).replaceAll(String(ACCOUNT), String(OTHER_ACCOUNT));
  simulator.setState(JSON.parse(state) as ReturnType<Simulator["state"]>);
  return simulator;
}
