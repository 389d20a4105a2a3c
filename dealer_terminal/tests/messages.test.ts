import { describe, expect, it } from "vitest";
import dealerEn from "../src/dealer/messages/en.json";
import dealerZh from "../src/dealer/messages/zh-Hans.json";
import displayEn from "../src/display/messages/en.json";
import displayZh from "../src/display/messages/zh-Hans.json";
import { identityFrom, socketUrl } from "../src/lib/identity.ts";
import operatorEn from "../src/operator/messages/en.json";
import operatorZh from "../src/operator/messages/zh-Hans.json";

const holes = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

describe.each([
  ["dealer", dealerEn, dealerZh],
  ["display", displayEn, displayZh],
  ["operator", operatorEn, operatorZh],
])("the %s catalogues", (_, en: Record<string, string>, zh: Record<string, string>) => {
  it("have the same keys in both languages", () => {
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
  });

  it("take the same values in every sentence", () => {
    for (const [key, text] of Object.entries(en)) expect([key, holes(zh[key] ?? "")]).toEqual([key, holes(text)]);
  });
});

describe("the screen's identity", () => {
  it("comes from the fragment", () => {
    expect(identityFrom("#device=DT-1&token=abc")).toEqual({ device: "DT-1", token: "abc" });
    expect(identityFrom("#device=DT-1")).toBeNull();
    expect(identityFrom("")).toBeNull();
  });

  it("calls the server it was loaded from", () => {
    expect(socketUrl({ protocol: "http:", host: "127.0.0.1:1" }, "/ws/dt")).toBe("ws://127.0.0.1:1/ws/dt");
    expect(socketUrl({ protocol: "https:", host: "h" }, "/ws/dt")).toBe("wss://h/ws/dt");
  });
});
