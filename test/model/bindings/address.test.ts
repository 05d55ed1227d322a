import assert from "node:assert/strict";
import { test } from "node:test";
import { isOtherOrigin } from "../../../src/model/bindings/perform-action.ts";

test("IMPORT-36: an address is a path only where it stays on every page's host, by http and by https", () => {
  const paths = ["", "/local/a.pdf", "a/b", "../a", "?view=1", "#top", "./https:a"];
  // A backslash is a slash to browsers.
  const away = [
    "https:evil.example/x",
    "http:evil.example/x",
    "https:/x",
    "//plan.invalid/x",
    "//one.invalid/x",
    "//other.invalid/x",
    "/\\one.invalid/x",
    "http://one.invalid/x",
    "https://other.invalid/x",
    " \t//x.invalid",
    "javascript:alert(1)",
    "data:text/html,x",
    "mailto:a@x.invalid",
    "https://",
  ];
  for (const path of paths) assert.equal(isOtherOrigin(path), false, path);
  for (const address of away) assert.equal(isOtherOrigin(address), true, address);
});
