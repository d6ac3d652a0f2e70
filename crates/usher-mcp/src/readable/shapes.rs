//! The shapes that the official SDKs read (2025-11-25 and 2026-07-28, schema). Members that are not named here pass.

/// What a value has to be.
pub(super) enum Shape {
    Text,
    Flag,
    Number,
    /// A number from 0 to 1.
    Share,
    /// One of these texts.
    Word(&'static [&'static str]),
    /// A date with a time and an offset (RFC 3339).
    Time,
    Base64,
    /// An absolute URI: one SDK reads no other.
    Uri,
    AnyObject,
    Object(&'static [Member]),
    List(&'static Self),
    /// A block of content.
    Block,
    /// Contents of a resource: a text, else bytes.
    Contents {
        text: &'static [Member],
        bytes: &'static [Member],
    },
    /// No more than so many entries.
    First(usize, &'static Self),
    /// The schema of a tool's arguments.
    Arguments,
    /// The schema of a tool's results.
    Structured,
}

/// A member of an object.
pub(super) struct Member {
    pub(super) name: &'static str,
    pub(super) shape: Shape,
    pub(super) need: Need,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    /// Nothing can stand for it.
    Required,
    /// It is left out where it cannot be read.
    Optional,
    /// This text stands for it.
    Else(&'static str),
    /// Another member stands for it.
    SameAs(&'static str),
}

const fn required(name: &'static str, shape: Shape) -> Member {
    Member {
        name,
        shape,
        need: Need::Required,
    }
}

const fn optional(name: &'static str, shape: Shape) -> Member {
    Member {
        name,
        shape,
        need: Need::Optional,
    }
}

const fn or_else(name: &'static str, shape: Shape, need: Need) -> Member {
    Member { name, shape, need }
}

const NAME_OR_URI: Member = or_else("name", Shape::Text, Need::SameAs("uri"));
const META: Member = optional("_meta", Shape::AnyObject);
const TITLE: Member = optional("title", Shape::Text);
const DESCRIPTION: Member = optional("description", Shape::Text);
const MIME_TYPE: Member = optional("mimeType", Shape::Text);
const ICONS: Member = optional(
    "icons",
    Shape::List(&Shape::Object(&[
        required("src", Shape::Text),
        MIME_TYPE,
        optional("sizes", Shape::List(&Shape::Text)),
        optional("theme", Shape::Word(&["light", "dark"])),
    ])),
);
const ANNOTATIONS: Member = optional(
    "annotations",
    Shape::Object(&[
        optional(
            "audience",
            Shape::List(&Shape::Word(&["user", "assistant"])),
        ),
        optional("priority", Shape::Share),
        optional("lastModified", Shape::Time),
    ]),
);

pub(super) const TOOL: Shape = Shape::Object(&[
    required("name", Shape::Text),
    TITLE,
    DESCRIPTION,
    required("inputSchema", Shape::Arguments),
    optional("outputSchema", Shape::Structured),
    optional(
        "annotations",
        Shape::Object(&[
            TITLE,
            optional("readOnlyHint", Shape::Flag),
            optional("destructiveHint", Shape::Flag),
            optional("idempotentHint", Shape::Flag),
            optional("openWorldHint", Shape::Flag),
        ]),
    ),
    optional(
        "execution",
        Shape::Object(&[optional(
            "taskSupport",
            Shape::Word(&["forbidden", "optional", "required"]),
        )]),
    ),
    ICONS,
    META,
]);

pub(super) const PROMPT: Shape = Shape::Object(&[
    required("name", Shape::Text),
    TITLE,
    DESCRIPTION,
    optional(
        "arguments",
        Shape::List(&Shape::Object(&[
            required("name", Shape::Text),
            TITLE,
            DESCRIPTION,
            optional("required", Shape::Flag),
        ])),
    ),
    ICONS,
    META,
]);

pub(super) const RESOURCE: Shape = Shape::Object(RESOURCE_MEMBERS);

const RESOURCE_MEMBERS: &[Member] = &[
    required("uri", Shape::Uri),
    NAME_OR_URI,
    TITLE,
    DESCRIPTION,
    MIME_TYPE,
    optional("size", Shape::Number),
    ANNOTATIONS,
    ICONS,
    META,
];

pub(super) const TEMPLATE: Shape = Shape::Object(&[
    required("uriTemplate", Shape::Text),
    or_else("name", Shape::Text, Need::SameAs("uriTemplate")),
    TITLE,
    DESCRIPTION,
    MIME_TYPE,
    ANNOTATIONS,
    ICONS,
    META,
]);

pub(super) const TEXT_BLOCK: &[Member] = &[required("text", Shape::Text), ANNOTATIONS, META];
pub(super) const MEDIA_BLOCK: &[Member] = &[
    required("data", Shape::Base64),
    or_else(
        "mimeType",
        Shape::Text,
        Need::Else("application/octet-stream"),
    ),
    ANNOTATIONS,
    META,
];
pub(super) const RESOURCE_BLOCK: &[Member] = &[
    required(
        "resource",
        Shape::Contents {
            text: &[required("uri", Shape::Uri), MIME_TYPE, META, BLOB],
            bytes: &[required("uri", Shape::Uri), BYTES, MIME_TYPE, META, TEXT],
        },
    ),
    ANNOTATIONS,
    META,
];
pub(super) const LINK_BLOCK: &[Member] = RESOURCE_MEMBERS;

const BYTES: Member = required("blob", Shape::Base64);
const BLOB: Member = optional("blob", Shape::Base64);
const TEXT: Member = optional("text", Shape::Text);

pub(super) const TOOL_RESULT: Shape = Shape::Object(&[
    required("content", Shape::List(&Shape::Block)),
    optional("isError", Shape::Flag),
    META,
]);

pub(super) const PROMPT_RESULT: Shape = Shape::Object(&[
    DESCRIPTION,
    required(
        "messages",
        Shape::List(&Shape::Object(&[
            or_else(
                "role",
                Shape::Word(&["user", "assistant"]),
                Need::Else("user"),
            ),
            required("content", Shape::Block),
        ])),
    ),
    META,
]);

pub(super) const READ_RESULT: Shape = Shape::Object(&[
    required(
        "contents",
        // A client that reads URIs alone asks for nothing else.
        Shape::List(&Shape::Contents {
            text: &[required("uri", Shape::Text), MIME_TYPE, META, BLOB],
            bytes: &[required("uri", Shape::Text), BYTES, MIME_TYPE, META, TEXT],
        }),
    ),
    META,
]);

pub(super) const COMPLETION_RESULT: Shape = Shape::Object(&[
    required(
        "completion",
        Shape::Object(&[
            required("values", Shape::First(100, &Shape::Text)),
            optional("total", Shape::Number),
            optional("hasMore", Shape::Flag),
        ]),
    ),
    META,
]);
