import type { NodeTexts } from "../node.ts";

/** The texts of `transform`. */
export const transformTexts: NodeTexts = {
  en: {
    title: "Transform",
    help: "Builds a new value from others",
    keywords: ["map", "set", "format", "json"],
    settings: {
      output: { name: "Result", help: "Any value, with expressions in it. Later steps read it." },
    },
  },
  de: {
    title: "Umformen",
    help: "Bildet aus Werten einen neuen Wert",
    keywords: ["umformen", "zuordnen", "format", "json"],
    settings: {
      output: { name: "Ergebnis", help: "Ein beliebiger Wert mit Ausdrücken. Spätere Schritte lesen ihn." },
    },
  },
  fr: {
    title: "Transformation",
    help: "Construit une nouvelle valeur à partir d’autres",
    keywords: ["convertir", "mapper", "format", "json"],
    settings: {
      output: {
        name: "Résultat",
        help: "N’importe quelle valeur, avec des expressions. Les étapes suivantes la lisent.",
      },
    },
  },
  es: {
    title: "Transformación",
    help: "Crea un valor nuevo a partir de otros",
    keywords: ["convertir", "asignar", "formato", "json"],
    settings: {
      output: { name: "Resultado", help: "Cualquier valor, con expresiones. Los pasos siguientes lo leen." },
    },
  },
  ja: {
    title: "変換",
    help: "ほかの値から新しい値を作ります",
    keywords: ["マッピング", "設定", "形式", "json"],
    settings: {
      output: { name: "結果", help: "式を含む任意の値。後のステップが読みます。" },
    },
  },
};
