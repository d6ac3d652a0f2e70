//! Shows the options of a list (`select`) of an app, on Linux. Those of the web view itself are as wide as their texts: an
//! app could write over all of Usher.

use std::cell::Cell;

use gtk::gdk::Rectangle;
use gtk::glib::WeakRef;
use gtk::pango::EllipsizeMode;
use gtk::prelude::*;
use webkit2gtk::{OptionMenu, OptionMenuExt as _, OptionMenuItem, WebView};

/// The most options that are shown.
const MOST_OPTIONS: u32 = 1000;

/// The longest text of an option that is shown, in characters.
const TEXT_CHARS: usize = 60;

/// The greatest width of the options, in characters.
const WIDTH_CHARS: i32 = 32;

/// The greatest height of the options, in pixels. What is beyond is scrolled to.
const HEIGHT: i32 = 240;

/// Shows the options beside the list, as long as the person has chosen none.
pub(super) fn show(view: &WebView, menu: &OptionMenu, area: &Rectangle) {
    let list = gtk::ListBox::new();
    for at in 0..menu.n_items().min(MOST_OPTIONS) {
        // Rows are counted as options are: none is left out.
        let row = menu.item(at).map(row).unwrap_or_default();
        list.add(&row.widget);
        if row.is_selected {
            list.select_row(Some(&row.widget));
        }
    }
    let scrolled = gtk::ScrolledWindow::new(gtk::Adjustment::NONE, gtk::Adjustment::NONE);
    scrolled.set_policy(gtk::PolicyType::Never, gtk::PolicyType::Automatic);
    scrolled.set_propagate_natural_width(true);
    scrolled.set_propagate_natural_height(true);
    scrolled.set_max_content_height(HEIGHT);
    scrolled.add(&list);
    scrolled.show_all();

    let popover = gtk::Popover::new(Some(view));
    popover.set_pointing_to(area);
    popover.set_position(gtk::PositionType::Bottom);
    popover.add(&scrolled);

    let (chosen, shown) = (menu.clone(), popover.downgrade());
    list.connect_row_activated(move |_, row| {
        if let Ok(at) = u32::try_from(row.index()) {
            chosen.activate_item(at);
        }
        hide(&shown);
    });
    let shown = popover.downgrade();
    let on_close = Cell::new(Some(menu.connect_close(move |_| hide(&shown))));
    let closed = menu.clone();
    // Only then has it given the keyboard and the pointer back.
    popover.connect_hide(move |popover| {
        if let Some(on_close) = on_close.take() {
            closed.disconnect(on_close);
            closed.close();
        }
        popover.set_relative_to(gtk::Widget::NONE);
    });
    popover.popup();
    match list.selected_row() {
        Some(row) => row.grab_focus(),
        None => list.grab_focus(),
    }
}

fn hide(shown: &WeakRef<gtk::Popover>) {
    if let Some(shown) = shown.upgrade() {
        shown.hide();
    }
}

/// A row of the list.
#[derive(Default)]
struct Row {
    widget: gtk::ListBoxRow,
    is_selected: bool,
}

fn row(mut option: OptionMenuItem) -> Row {
    let text = option.label().unwrap_or_default();
    let text: String = text.chars().take(TEXT_CHARS).collect();
    let label = gtk::Label::new(Some(&text));
    label.set_xalign(0.0);
    label.set_single_line_mode(true);
    label.set_ellipsize(EllipsizeMode::End);
    label.set_max_width_chars(WIDTH_CHARS);
    label.set_margin_start(if option.is_group_child() { 24 } else { 12 });
    label.set_margin_end(12);
    let widget = gtk::ListBoxRow::new();
    widget.add(&label);
    let can_be_chosen = option.is_enabled() && !option.is_group_label();
    widget.set_sensitive(can_be_chosen);
    widget.set_selectable(can_be_chosen);
    widget.set_activatable(can_be_chosen);
    Row {
        widget,
        is_selected: option.is_selected(),
    }
}
