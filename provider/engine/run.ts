import { onEngineDeath } from "./engine-death";
import { Session } from "./session";
import { resolveSettings, sourcesOf } from "./settings";

/** The provider's process: configured by the engine once, connected at first use. */
export class Run {
  #config: (key: string) => string | undefined = () => undefined;
  #session: Session | undefined;
  #isWatching = false;
  #engineIsDead = false;

  /** Must not throw and must not wait: the engine's other calls do not wait for it. */
  configure(config: (key: string) => string | undefined): void {
    this.#config = config;
    this.#stopWithEngine();
  }

  #stopWithEngine(): void {
    if (this.#isWatching) {
      return;
    }
    this.#isWatching = true;
    onEngineDeath(() => {
      this.#engineIsDead = true;
      void this.#session?.api.close();
    });
  }

  session(): Session {
    if (this.#engineIsDead) {
      throw new Error("The Pulumi engine has ended; nothing more is sent to the service.");
    }
    this.#session ??= new Session(resolveSettings(sourcesOf(process.env, this.#config)));
    return this.#session;
  }
}
