// Ends what imports this, with a sentence instead of a stack, where the packages that a build needs are not installed.
// `node --import ./build/installed.mjs SCRIPT` asks before the script's own imports fail; npm's `pre…` scripts would not
// run, since .npmrc ignores such scripts.
try {
  import.meta.resolve("esbuild");
} catch {
  process.stderr.write(
    "floorplan: the packages that this needs are not installed: run `npm ci` first\n",
  );
  process.exit(1);
}
