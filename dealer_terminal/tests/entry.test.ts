import { describe, expect, it } from "vitest";
import { layoutRows } from "../src/dealer/logic/keypad.ts";
import { typeDigit, typedValue } from "../src/dealer/logic/typing.ts";
import { VALUES } from "./views.ts";

const typing = (digits: string) => [...digits].reduce((buffer, digit) => typeDigit(buffer, digit, VALUES), "");

describe("result entry by keyboard", () => {
  it.each([
    ["1", "1"],
    ["17", "17"],
    ["36", "36"],
    ["37", "7"],
    ["01", "1"],
    ["175", "5"],
    ["0", "0"],
  ])("%s becomes %s", (digits, buffer) => {
    expect(typing(digits)).toBe(buffer);
  });

  it("offers only values of this wheel", () => {
    expect(typedValue("00", VALUES)).toBeNull();
    expect(typedValue("00", ["00", ...VALUES])).toBe("00");
    expect(typedValue("", VALUES)).toBeNull();
  });

  it("reaches the double zero where the wheel has one", () => {
    expect(["0", "0"].reduce((buffer, digit) => typeDigit(buffer, digit, ["00", ...VALUES]), "")).toBe("00");
  });
});

describe("the keypad", () => {
  it("lies like the layout and holds every value once", () => {
    const { zeros, rows } = layoutRows(VALUES);
    expect(zeros).toEqual(["0"]);
    expect(rows.map((row) => row[0])).toEqual(["3", "2", "1"]);
    expect([...zeros, ...rows.flat()].sort()).toEqual([...VALUES].sort());
    expect(layoutRows(["00", ...VALUES]).zeros).toEqual(["00", "0"]);
  });
});
