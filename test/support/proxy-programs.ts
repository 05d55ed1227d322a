import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { root } from "./source-files.ts";
import type { CertificateFiles } from "./certificates.ts";
import { eventually } from "./polling.ts";
import { freePorts } from "./free-ports.ts";
import type { TestScope } from "./service.ts";

/** A proxy that docs/proxies.md and docs/homes.md describe. */
export type ProxyProgram = "caddy" | "nginx";

const languages = { caddy: "caddyfile", nginx: "nginx" } as const;

/** The page's configurations for a proxy; those of docs/proxies.md are at the root, and below a path. */
export const configurationsOf = (
  program: ProxyProgram,
  file = "docs/proxies.md",
): readonly string[] => {
  const page = readFileSync(join(root, file), "utf8");
  const block = new RegExp(`\`\`\`${languages[program]}\n([^]*?)\`\`\``, "g");
  return [...page.matchAll(block)].map(([, text = ""]) => text);
};

/** Replacements for the names, ports and paths in a configuration. */
export interface Places {
  /** The service's port on 127.0.0.1. */
  readonly service: number;
  /** The proxy's port. */
  readonly port: number;
  readonly pair: CertificateFiles;
}

const fill = (text: string, { service, port, pair }: Places): string =>
  text
    .replaceAll(/\/etc\/ssl\/(?:home|plans)\.example\/fullchain\.pem/g, pair.cert)
    .replaceAll(/\/etc\/ssl\/(?:home|plans)\.example\/privkey\.pem/g, pair.key)
    .replaceAll("127.0.0.1:8125", `127.0.0.1:${service}`)
    .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
    .replace(/^(home|\*\.plans)\.example \{/m, `$1.example:${port} {`)
    .replaceAll("home.example", "localhost");

/** The rest of a whole configuration, which is not about the service. */
const around = {
  caddy: (block: string) =>
    `{\n\tadmin off\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1\n}\n${block}`,
  nginx: (block: string, folder: string) => {
    const kept = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    const paths = kept.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ");
    const user = process.getuid?.() === 0 ? "user root root;" : "";
    return `daemon off; ${user} pid ${folder}/pid; error_log ${folder}/error.log;
      events {} http { access_log off; ${paths}\n${block}\n}`;
  },
};

const isThere = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      resolve(true);
      socket.destroy();
    });
    socket.once("error", () => resolve(false));
  });

/** Starts a proxy with a configuration in a folder; resolves with its port once it listens. It ends with the test. */
export const startProxyProgram = async (
  t: TestScope,
  program: ProxyProgram,
  folder: string,
  configuration: string,
  { service, pair }: Omit<Places, "port">,
): Promise<number> => {
  const [port = 0] = await freePorts(1);
  const file = join(folder, `${program}-${port}.conf`);
  writeFileSync(file, around[program](fill(configuration, { service, port, pair }), folder));
  const args = {
    caddy: ["run", "--adapter", "caddyfile", "--config", file],
    nginx: ["-e", join(folder, "error.log"), "-p", folder, "-c", file],
  };
  // Caddy stores its data at these paths.
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(program, args[program], { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const output of [child.stdout, child.stderr])
    output.on("data", (bytes: Buffer) => (said += bytes.toString()));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  t.after(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  return eventually(async () => {
    if (child.exitCode !== null) throw new Error(`${program} has ended: ${said}`);
    return (await isThere(port)) ? { seen: port } : { not: said };
  }, 20_000);
};
