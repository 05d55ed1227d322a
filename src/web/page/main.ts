import "../card/main.ts";

void import("../editor/main.ts");
