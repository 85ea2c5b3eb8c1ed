import type { NodeTexts } from "../node.ts";

/** The texts of `datastore`. */
export const datastoreTexts: NodeTexts = {
  en: {
    title: "Datastore",
    help: "Reads or writes stored records",
    keywords: ["database", "storage", "key value"],
    settings: {
      operation: {
        name: "What to do",
        choices: {
          get: "Read a record",
          put: "Write a record",
          query: "Search records",
          delete: "Delete a record",
          list: "List records",
        },
      },
      name: { name: "Datastore", help: "Its name; writing creates it." },
      slug: {
        name: "Application",
        help: "The application whose config has the datastore. Empty: the workflow's own.",
      },
      record_id: { name: "Record", help: "Its ID. Empty when writing: a new record." },
      fields: { name: "Content", help: "Replaces the whole record." },
      match: { name: "Patterns", help: "Regular expressions by field; all must match, ignoring case." },
      equals: { name: "Exact values", help: "By field; all must be equal." },
      limit: { name: "At most", help: "Number of records." },
    },
  },
  de: {
    title: "Datenspeicher",
    help: "Liest oder schreibt gespeicherte Datensätze",
    keywords: ["datenbank", "speicher", "schlüssel"],
    settings: {
      operation: {
        name: "Was geschieht",
        choices: {
          get: "Einen Datensatz lesen",
          put: "Einen Datensatz schreiben",
          query: "Datensätze suchen",
          delete: "Einen Datensatz löschen",
          list: "Datensätze auflisten",
        },
      },
      name: { name: "Datenspeicher", help: "Sein Name; Schreiben legt ihn an." },
      slug: {
        name: "Anwendung",
        help: "Zu deren Konfiguration der Datenspeicher gehört. Leer: die des Workflows.",
      },
      record_id: { name: "Datensatz", help: "Seine ID. Leer beim Schreiben: ein neuer Datensatz." },
      fields: { name: "Inhalt", help: "Ersetzt den ganzen Datensatz." },
      match: {
        name: "Muster",
        help: "Reguläre Ausdrücke je Feld; alle müssen passen, groß oder klein geschrieben.",
      },
      equals: { name: "Genaue Werte", help: "Je Feld; alle müssen gleich sein." },
      limit: { name: "Höchstens", help: "Anzahl der Datensätze." },
    },
  },
  fr: {
    title: "Magasin de données",
    help: "Lit ou écrit des données enregistrées",
    keywords: ["base de données", "stockage", "clé valeur"],
    settings: {
      operation: {
        name: "Que faire",
        choices: {
          get: "Lire un enregistrement",
          put: "Écrire un enregistrement",
          query: "Chercher des enregistrements",
          delete: "Supprimer un enregistrement",
          list: "Lister les enregistrements",
        },
      },
      name: { name: "Magasin de données", help: "Son nom ; l’écriture le crée." },
      slug: {
        name: "Application",
        help: "Dont la configuration contient le magasin. Vide : celle du workflow.",
      },
      record_id: { name: "Enregistrement", help: "Son ID. Vide à l’écriture : un nouvel enregistrement." },
      fields: { name: "Contenu", help: "Remplace tout l’enregistrement." },
      match: {
        name: "Motifs",
        help: "Expressions régulières par champ ; toutes doivent correspondre, sans tenir compte de la casse.",
      },
      equals: { name: "Valeurs exactes", help: "Par champ ; toutes doivent être égales." },
      limit: { name: "Au plus", help: "Nombre d’enregistrements." },
    },
  },
  es: {
    title: "Almacén de datos",
    help: "Lee o escribe registros guardados",
    keywords: ["base de datos", "almacenamiento", "clave valor"],
    settings: {
      operation: {
        name: "Qué hacer",
        choices: {
          get: "Leer un registro",
          put: "Escribir un registro",
          query: "Buscar registros",
          delete: "Eliminar un registro",
          list: "Listar registros",
        },
      },
      name: { name: "Almacén", help: "Su nombre; al escribir se crea." },
      slug: { name: "Aplicación", help: "En cuya configuración está el almacén. Vacía: la del flujo." },
      record_id: { name: "Registro", help: "Su ID. Vacío al escribir: un registro nuevo." },
      fields: { name: "Contenido", help: "Sustituye el registro entero." },
      match: {
        name: "Patrones",
        help: "Expresiones regulares por campo; deben coincidir todas, en mayúsculas o minúsculas.",
      },
      equals: { name: "Valores exactos", help: "Por campo; deben ser iguales todos." },
      limit: { name: "Como máximo", help: "Número de registros." },
    },
  },
  ja: {
    title: "データストア",
    help: "保存されたレコードを読み書きします",
    keywords: ["データベース", "保存", "キーと値"],
    settings: {
      operation: {
        name: "操作",
        choices: {
          get: "レコードを読む",
          put: "レコードを書く",
          query: "レコードを検索",
          delete: "レコードを削除",
          list: "レコードを一覧",
        },
      },
      name: { name: "データストア", help: "名前。書き込むと作られます。" },
      slug: { name: "アプリ", help: "データストアを持つ設定のアプリ。空ならワークフローのもの。" },
      record_id: { name: "レコード", help: "ID。書き込みで空なら新しいレコード。" },
      fields: { name: "内容", help: "レコード全体を置き換えます。" },
      match: {
        name: "パターン",
        help: "項目ごとの正規表現。すべて一致する必要があります（大文字小文字は区別しません）。",
      },
      equals: { name: "完全一致", help: "項目ごとの値。すべて等しい必要があります。" },
      limit: { name: "最大件数", help: "レコードの数。" },
    },
  },
};
