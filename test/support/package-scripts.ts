import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

/**
 * Runs scripts of package.json one after another.
 *
 * @returns the names of the scripts that failed; prints the output of those only
 */
export const failingScripts = async (names: readonly string[]): Promise<readonly string[]> => {
  const failing: string[] = [];
  for (const name of names) {
    const script = spawn("npm", ["run", "--silent", name], { stdio: ["ignore", "pipe", "pipe"] });
    const closed = once(script, "close");
    const [out, err] = await Promise.all([text(script.stdout), text(script.stderr)]);
    const [code]: unknown[] = await closed;
    if (code === 0) continue;
    failing.push(name);
    process.stdout.write(`npm run ${name} fails:\n${out}${err}`);
  }
  return failing;
};
