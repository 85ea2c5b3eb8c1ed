import type { NodeTexts } from "../node.ts";

/** The texts of `rule`. */
export const ruleTexts: NodeTexts = {
  en: {
    title: "Rule",
    help: "Takes one of two branches, depending on conditions",
    keywords: ["if", "else", "branch", "condition", "filter"],
    settings: {
      conditions: { name: "Conditions", help: "A rule that a customer built, or a list of conditions." },
      values: {
        name: "Record to check",
        help: "Conditions then look up their left side in this record. For rules that customers build.",
      },
    },
  },
  de: {
    title: "Regel",
    help: "Wählt anhand von Bedingungen einen von zwei Wegen",
    keywords: ["wenn", "sonst", "verzweigung", "bedingung", "filter"],
    settings: {
      conditions: {
        name: "Bedingungen",
        help: "Eine Regel, die ein Kunde erstellt hat, oder eine Liste von Bedingungen.",
      },
      values: {
        name: "Geprüfter Datensatz",
        help: "Bedingungen suchen ihre linke Seite dann in diesem Datensatz. Für Regeln, die Kunden erstellen.",
      },
    },
  },
  fr: {
    title: "Règle",
    help: "Suit l’un de deux chemins selon des conditions",
    keywords: ["si", "sinon", "branche", "condition", "filtre"],
    settings: {
      conditions: { name: "Conditions", help: "Une règle créée par un client, ou une liste de conditions." },
      values: {
        name: "Enregistrement à vérifier",
        help: "Les conditions y cherchent alors leur partie gauche. Pour les règles créées par les clients.",
      },
    },
  },
  es: {
    title: "Regla",
    help: "Sigue uno de dos caminos según unas condiciones",
    keywords: ["si", "si no", "rama", "condición", "filtro"],
    settings: {
      conditions: {
        name: "Condiciones",
        help: "Una regla creada por un cliente o una lista de condiciones.",
      },
      values: {
        name: "Registro que se comprueba",
        help: "Las condiciones buscan entonces su lado izquierdo en este registro. Para reglas que crean los clientes.",
      },
    },
  },
  ja: {
    title: "ルール",
    help: "条件によって2つの経路のどちらかに進みます",
    keywords: ["もし", "それ以外", "分岐", "条件", "フィルター"],
    settings: {
      conditions: { name: "条件", help: "顧客が作ったルール、または条件のリスト。" },
      values: {
        name: "調べるレコード",
        help: "条件は左辺をこのレコードから探します。顧客が作るルール用です。",
      },
    },
  },
};
