/** A post or page as the mock keeps it. */
export interface MockPost {
  id: number;
  type: "post" | "page";
  status: string;
  date_gmt: string;
  title: string;
  content: string;
  excerpt: string;
  slug: string;
  categories: unknown;
  tags: unknown;
  featured_media: unknown;
}

/** A comment as the mock keeps it. */
export interface MockComment {
  id: number;
  post: number;
  parent: number;
  author_name: string;
  date_gmt: string;
  content: string;
  status: string;
}

function seedPost(id: number, type: MockPost["type"], title: string): MockPost {
  return {
    id,
    type,
    status: "publish",
    date_gmt: `2026-03-${String(id).padStart(2, "0")}T10:00:00`,
    title,
    content: `<p>${title}</p>`,
    excerpt: "",
    slug: title.toLowerCase().replaceAll(" ", "-"),
    categories: [id % 2 === 0 ? 3 : 1],
    tags: [],
    featured_media: 0,
  };
}

/** Five published posts, three pages. */
export function seedPosts(): MockPost[] {
  const posts = [1, 2, 3, 4, 5].map((n) => seedPost(n, "post", `Post ${n}`));
  return [...posts, ...[6, 7, 8].map((n) => seedPost(n, "page", `Page ${n}`))];
}

/** Three approved comments and one that is held. */
export function seedComments(): MockComment[] {
  return [1, 2, 3, 4].map((id) => ({
    id,
    post: id === 4 ? 2 : 1,
    parent: 0,
    author_name: "Kim",
    date_gmt: `2026-03-1${id}T10:00:00`,
    content: `Comment ${id}`,
    status: id === 4 ? "hold" : "approved",
  }));
}
