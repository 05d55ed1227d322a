import type { XmlElement } from "../renderer/export/svg-template.ts";

/** What XML 1.0 cannot hold, not even escaped (§ 2.2): half characters, and most of those that control. */
const unfit = /[^\P{Cc}\t\n\r\x7f-\x9f]|[\p{Cs}\ufffe\uffff]/gu;

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "\n": "&#10;",
  "\r": "&#13;",
  "\t": "&#9;",
};

/** A text for an attribute or between elements of XML; what cannot stand there becomes U+FFFD. */
export const escaped = (text: string): string =>
  text.replaceAll(unfit, "\ufffd").replaceAll(/[&<>"'\n\r\t]/g, (letter) => escapes[letter] ?? "");

/** Elements as the text of XML. */
export const writeXml = (nodes: readonly (XmlElement | string)[]): string =>
  nodes
    .map((node) => {
      if (typeof node === "string") return escaped(node);
      const attributes = [...node.attributes].map(
        ([name, value]) => ` ${name}="${escaped(value)}"`,
      );
      const start = `<${node.name}${attributes.join("")}`;
      return node.children.length === 0
        ? `${start}/>`
        : `${start}>${writeXml(node.children)}</${node.name}>`;
    })
    .join("");
