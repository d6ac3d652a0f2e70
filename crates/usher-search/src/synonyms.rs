//! Words that mean the same in the names and descriptions of tools.

use std::collections::HashMap;

/// Groups of words; the first of each stands for all. General words of computing only: nothing here is of one service.
const GROUPS: &[&str] = &[
    "list show display browse enumerate view see index overview",
    "get fetch retrieve read load obtain lookup describe inspect",
    "search find query locate discover seek",
    "create add new make insert register provision define put leave open write compose",
    "delete remove destroy drop erase unset discard clear purge empty throw",
    "update edit modify change patch alter adjust set rename",
    "send post publish deliver submit push",
    "run execute start launch trigger invoke begin perform",
    "stop cancel abort halt terminate shutdown end kill",
    "restart reboot reload",
    "copy clone duplicate fork",
    "reply respond answer",
    "enable activate",
    "disable deactivate suspend",
    "approve accept confirm",
    "decline reject refuse deny",
    "restore revert rollback undo recover",
    "check verify validate test",
    "buy purchase",
    "deploy rollout ship",
    "download export save",
    "attach upload",
    "merge combine join",
    "repository repo",
    "mail email inbox mailbox",
    "meeting appointment event calendar",
    "image picture photo",
    "folder directory",
    "document doc",
    "database db",
    "user member person people employee colleague",
    "issue ticket bug",
    "phone telephone",
    "sms text",
    "website site webpage",
    "machine vm vps instance",
    "comment note remark",
    "statistic stat metric analytics usage",
    "setting config configuration preference option",
    "log trail history activity audit",
    "script javascript js code",
    "tag label category",
    "permission access role",
    "key credential secret password",
    "error exception failure fault crash problem",
    "cost price amount money balance",
    "invoice bill billing payment",
    "team group",
    "organization company tenant",
    "schedule cron recurring",
    "due deadline",
    "spreadsheet excel workbook worksheet",
    "backup snapshot",
    "archive hide",
    "assign owner responsible",
    "column field",
    "row record",
    "share sharing shared",
    "sign signature",
    "url link address",
    "task todo",
    "chat conversation",
    "reaction emoji",
];

/// What all words of one meaning share, by the stem of each.
pub(crate) fn meanings(stem: impl Fn(&str) -> String) -> HashMap<String, &'static str> {
    let mut meanings = HashMap::new();
    for group in GROUPS {
        let first = group.split(' ').next().unwrap_or_default();
        for word in group.split(' ') {
            meanings.entry(stem(word)).or_insert(first);
        }
    }
    meanings
}

/// Short words that people write for several.
const SHORT: [(&str, &str); 2] = [("mr", "merge request"), ("pr", "pull request")];

/// What a short word of a query stands for.
pub(crate) fn short_for(word: &str) -> Option<&'static str> {
    SHORT
        .iter()
        .find(|(short, _)| *short == word)
        .map(|(_, long)| *long)
}
