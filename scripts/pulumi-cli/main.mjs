// `node scripts/pulumi-cli/main.mjs`: gets the Pulumi CLI and says where it is.
import { reportFailure } from "../report.mjs";
import { getPulumiCli } from "./get.mjs";

try {
  await getPulumiCli(process.env);
} catch (error) {
  reportFailure(error);
}
