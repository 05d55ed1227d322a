import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

/** Every package that a peer imports, with the version that is compared. They are in the folder that `--peers` names. */
export const peerVersions = {
  "@automerge/automerge": "3.5.0",
  "@automerge/automerge-repo": "2.5.6",
  "@automerge/automerge-repo-network-websocket": "2.5.6",
  "@automerge/automerge-repo-storage-nodefs": "2.5.6",
  "@hocuspocus/extension-sqlite": "4.7.0",
  "@hocuspocus/provider": "4.7.0",
  "@hocuspocus/server": "4.7.0",
  "better-sqlite3": "12.11.1",
  "y-websocket": "2.1.0",
  yjs: "13.6.33",
} as const;

/** A package of a peer. */
export type PeerPackage = keyof typeof peerVersions;

/** What the install script of a package makes. */
export const built: Readonly<Record<string, string>> = {
  "better-sqlite3": "build/Release/better_sqlite3.node",
};

/** The version of a package in a folder of installed packages; undefined if it is not there, or was not built. */
export const installedVersion = (folder: string, name: string): string | undefined => {
  const path = join(folder, "node_modules", name);
  if (!existsSync(join(path, built[name] ?? ""))) return undefined;
  try {
    const text = readFileSync(join(path, "package.json"), "utf8");
    const found: unknown = JSON.parse(text);
    return typeof found === "object" && found !== null && "version" in found
      ? String(found.version)
      : undefined;
  } catch {
    return undefined;
  }
};

/** The bundles of this run. */
const bundled = new Map<string, string>();

/** The packages that `ws` tries to load, and runs without. */
const optional = ["bufferutil", "utf-8-validate"];

/**
 * Bundles a script of this folder into the folder of packages, so that its imports find them there, and returns its
 * path. Without a compiler in its process, it starts as quickly and takes as little memory as the built service.
 */
export const bundledPeer = (script: string, folder: string): string => {
  const known = bundled.get(script);
  if (known !== undefined) return known;
  const cache = join(folder, "node_modules", ".cache", "floorplan-bench");
  mkdirSync(cache, { recursive: true });
  const outfile = join(cache, basename(script).replace(/\.ts$/, ".cjs"));
  buildSync({
    entryPoints: [fileURLToPath(new URL(`../${script}`, import.meta.url))],
    outfile,
    bundle: true,
    // Of packages in two forms, all then load the same.
    format: "cjs",
    platform: "node",
    target: "node20",
    external: [...Object.keys(peerVersions), ...optional, "y-websocket/bin/utils"],
    define: { "import.meta.url": JSON.stringify(import.meta.url) },
    logLevel: "error",
  });
  bundled.set(script, outfile);
  return outfile;
};
