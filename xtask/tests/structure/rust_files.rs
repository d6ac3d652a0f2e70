//! Draws which file of a package uses which: paths and re-exports are followed to the file that defines the name.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree, Visibility};

use crate::circles::Graph;

/// Most re-exports that are followed for one path.
const MOST_STEPS: usize = 32;

/// A module: a file, or a part of one.
#[derive(Default)]
struct Module {
    /// From the root of the repository.
    file: String,
    parent: Option<usize>,
    children: HashMap<String, usize>,
    /// Names that `use` brings in, and the paths they stand for.
    names: HashMap<String, Vec<String>>,
    /// Paths of `use …::*`.
    globs: Vec<Vec<String>>,
    /// Names of items that are defined here.
    items: HashSet<String>,
    /// Paths in the code, and the line of each.
    used: Vec<(Vec<String>, usize)>,
}

/// The modules of a package; the first is its root.
#[derive(Default)]
struct Package {
    modules: Vec<Module>,
}

/// Draws the files of a package, from its root (`lib.rs`, `main.rs`) on. What is compiled for tests only is left out.
pub(crate) fn draw(repository: &Path, root: &Path) -> Graph {
    let mut package = Package::default();
    package.add_file(repository, root, None, root.parent().unwrap_or(root));
    let mut graph = Graph::default();
    for (at, module) in package.modules.iter().enumerate() {
        for (path, line) in &module.used {
            if let Some(to) = package.file_of(at, path) {
                graph.add(&module.file, to, *line);
            }
        }
    }
    graph
}

impl Package {
    /// Reads a file and the files of its modules, which are in `folder`.
    fn add_file(
        &mut self,
        repository: &Path,
        file: &Path,
        parent: Option<usize>,
        folder: &Path,
    ) -> usize {
        let text =
            fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let items = syn::parse_file(&text)
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()))
            .items;
        let name = file
            .strip_prefix(repository)
            .unwrap_or(file)
            .to_string_lossy()
            .into_owned();
        self.add_module(repository, &name, parent, folder, &items)
    }

    fn add_module(
        &mut self,
        repository: &Path,
        file: &str,
        parent: Option<usize>,
        folder: &Path,
        items: &[Item],
    ) -> usize {
        let at = self.modules.len();
        self.modules.push(Module {
            file: file.to_owned(),
            parent,
            ..Module::default()
        });
        for item in items.iter().filter(|item| !is_for_tests(attributes(item))) {
            match item {
                Item::Mod(module) => {
                    let name = module.ident.to_string();
                    let inner = folder.join(&name);
                    let child = if let Some((_, items)) = &module.content {
                        self.add_module(repository, file, Some(at), &inner, items)
                    } else {
                        let beside = repository.join(file);
                        let beside = beside.parent().unwrap_or(folder);
                        let (path, inner) = module_file(beside, folder, &module.attrs, &name);
                        self.add_file(repository, &path, Some(at), &inner)
                    };
                    self.modules[at].children.insert(name, child);
                }
                Item::Use(import) => {
                    let exported = !matches!(import.vis, Visibility::Inherited);
                    self.add_import(at, &import.tree, &[], exported);
                }
                other => {
                    if let Some(name) = name_of(other) {
                        self.modules[at].items.insert(name);
                    }
                    let mut reader = Reader(Vec::new());
                    reader.visit_item(other);
                    self.modules[at].used.append(&mut reader.0);
                }
            }
        }
        at
    }

    fn add_import(&mut self, at: usize, tree: &UseTree, before: &[String], exported: bool) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        let module = &mut self.modules[at];
        let (name, path, line) = match tree {
            UseTree::Path(path) => {
                return self.add_import(at, &path.tree, &with(&path.ident), exported);
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.add_import(at, tree, before, exported);
                }
                return;
            }
            UseTree::Glob(glob) => {
                let line = glob.star_token.spans[0].start().line;
                module.globs.push(before.to_vec());
                if !exported {
                    module.used.push((before.to_vec(), line));
                }
                return;
            }
            UseTree::Name(name) if name.ident == "self" => {
                let last = before.last().cloned().unwrap_or_default();
                (last, before.to_vec(), name.ident.span().start().line)
            }
            UseTree::Name(name) => (
                name.ident.to_string(),
                with(&name.ident),
                name.ident.span().start().line,
            ),
            UseTree::Rename(name) => (
                name.rename.to_string(),
                with(&name.ident),
                name.ident.span().start().line,
            ),
        };
        // What is handed on is no use of it.
        if !exported {
            module.used.push((path.clone(), line));
        }
        module.names.insert(name, path);
    }

    /// Finds the file that defines what a path of a module means; `None` = it is of another package, or of a scope.
    fn file_of(&self, at: usize, path: &[String]) -> Option<&str> {
        let found = self.resolve(at, path, &mut 0)?;
        Some(&self.modules[found].file)
    }

    /// Finds the module that defines what a path means.
    fn resolve(&self, at: usize, path: &[String], steps: &mut usize) -> Option<usize> {
        *steps += 1;
        if *steps > MOST_STEPS {
            return None;
        }
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" | "$crate" => self.walk(0, rest, steps),
            "self" => self.walk(at, rest, steps),
            "super" => self.walk(self.modules[at].parent?, rest, steps),
            "Self" => None,
            name => {
                let module = &self.modules[at];
                let known = module.children.contains_key(name)
                    || module.names.contains_key(name)
                    || (module.items.contains(name) && rest.is_empty());
                if known {
                    return self.walk(at, path, steps);
                }
                let mut globs = module.globs.iter();
                globs.find_map(|glob| self.named_in(self.resolve(at, glob, steps)?, path, steps))
            }
        }
    }

    /// As [`Self::walk`], only if the module has the name.
    fn named_in(&self, at: usize, path: &[String], steps: &mut usize) -> Option<usize> {
        let module = &self.modules[at];
        let name = path.first()?;
        let has = module.children.contains_key(name)
            || module.names.contains_key(name)
            || module.items.contains(name);
        has.then(|| self.walk(at, path, steps)).flatten()
    }

    /// Follows a path from a module on.
    fn walk(&self, at: usize, path: &[String], steps: &mut usize) -> Option<usize> {
        *steps += 1;
        if *steps > MOST_STEPS {
            return None;
        }
        let module = &self.modules[at];
        let Some((name, rest)) = path.split_first() else {
            return Some(at);
        };
        if name == "super" {
            return self.walk(module.parent?, rest, steps);
        }
        if let Some(child) = module.children.get(name) {
            return self.walk(*child, rest, steps);
        }
        if module.items.contains(name) {
            return Some(at);
        }
        if let Some(import) = module.names.get(name) {
            let whole = [import.as_slice(), rest].concat();
            // A name that stands for itself (`use a;`) is of another package.
            return if import.first() == Some(name) {
                None
            } else {
                self.resolve(at, &whole, steps)
            };
        }
        for glob in &module.globs {
            let of = self.resolve(at, glob, steps);
            if let Some(found) = of.and_then(|of| self.named_in(of, path, steps)) {
                return Some(found);
            }
        }
        None
    }
}

/// Collects the paths of an item.
struct Reader(Vec<(Vec<String>, usize)>);

impl Visit<'_> for Reader {
    fn visit_path(&mut self, path: &syn::Path) {
        let words: Vec<String> = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        if let Some(first) = path.segments.first() {
            self.0.push((words, first.ident.span().start().line));
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, found: &syn::Macro) {
        self.visit_path(&found.path);
        self.tokens(found.tokens.clone());
    }

    /// A path in text names a module, too: `#[serde(with = "crate::millis")]`.
    fn visit_attribute(&mut self, attribute: &Attribute) {
        if let syn::Meta::List(list) = &attribute.meta {
            self.tokens(list.tokens.clone());
        }
    }

    fn visit_item_mod(&mut self, _: &syn::ItemMod) {}

    /// `pub(in crate::a)` uses nothing.
    fn visit_visibility(&mut self, _: &Visibility) {}
}

impl Reader {
    /// Reads the paths among the tokens of a macro.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut words: Vec<String> = Vec::new();
        let mut colons = 0;
        let mut line = 0;
        for token in tokens {
            match &token {
                TokenTree::Ident(word) => {
                    if colons != 2 {
                        self.flush(&mut words, line);
                        line = word.span().start().line;
                    }
                    words.push(word.to_string());
                    colons = 0;
                    continue;
                }
                TokenTree::Punct(sign) if sign.as_char() == ':' && !words.is_empty() => {
                    colons += 1;
                    continue;
                }
                TokenTree::Literal(literal) => {
                    let text = literal.to_string();
                    let text = text.trim_matches('"');
                    if text.starts_with("crate::") || text.starts_with("super::") {
                        let path = text.split("::").map(str::to_owned).collect();
                        self.0.push((path, literal.span().start().line));
                    }
                }
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Punct(_) => {}
            }
            self.flush(&mut words, line);
            colons = 0;
        }
        self.flush(&mut words, line);
    }

    fn flush(&mut self, words: &mut Vec<String>, line: usize) {
        if !words.is_empty() {
            self.0.push((std::mem::take(words), line));
        }
    }
}

/// Returns the file of a module, and the folder of the modules in it. A path is one `beside` the file that names it.
fn module_file(
    beside: &Path,
    folder: &Path,
    attributes: &[Attribute],
    name: &str,
) -> (PathBuf, PathBuf) {
    let inner = folder.join(name);
    match attributes.iter().find_map(given_path) {
        Some(path) => (beside.join(path), beside.to_owned()),
        None if inner.join("mod.rs").is_file() => (inner.join("mod.rs"), inner),
        None => (inner.with_extension("rs"), inner),
    }
}

/// Returns the file that an attribute names: `#[path = "…"]`, or `#[cfg_attr(unix, path = "…")]` for Unix.
fn given_path(attribute: &Attribute) -> Option<String> {
    let named = |pair: &syn::MetaNameValue| match &pair.value {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Str(text),
            ..
        }) => Some(text.value()),
        _ => None,
    };
    match &attribute.meta {
        syn::Meta::NameValue(pair) if pair.path.is_ident("path") => named(pair),
        syn::Meta::List(list) if list.path.is_ident("cfg_attr") => {
            let words: Vec<String> = list.tokens.clone().into_iter().flat_map(words_of).collect();
            let is_unix = words
                .iter()
                .any(|word| word == "unix" || word == "target_os");
            let is_elsewhere = words.iter().any(|word| word == "not");
            let path = list.tokens.to_string();
            let path = path.split_once("path = \"")?.1.split('"').next()?;
            (is_unix && !is_elsewhere).then(|| path.to_owned())
        }
        _ => None,
    }
}

/// Tells whether an item is compiled for tests only.
fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) if list.path.is_ident("cfg") => {
            let words: Vec<String> = list.tokens.clone().into_iter().flat_map(words_of).collect();
            words.iter().any(|word| word == "test") && !words.iter().any(|word| word == "not")
        }
        syn::Meta::Path(path) => path.is_ident("test"),
        _ => false,
    })
}

fn words_of(token: TokenTree) -> Vec<String> {
    match token {
        TokenTree::Ident(word) => vec![word.to_string()],
        TokenTree::Group(group) => group.stream().into_iter().flat_map(words_of).collect(),
        _ => Vec::new(),
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn name_of(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}
