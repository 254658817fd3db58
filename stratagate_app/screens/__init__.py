"""The window without a display: pictures of its pages, and the main job shown as text.

Nothing is drawn for the occasion: the real window opens on a memory file of its own, draws itself
offscreen, and is photographed once it stands still.
"""
